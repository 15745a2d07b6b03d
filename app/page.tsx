import { redirect } from 'next/navigation';
import { homePath } from '@/lib/http/safe-redirect';

export default function Home(): never {
  redirect(homePath);
}

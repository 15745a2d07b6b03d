import { redirect } from 'next/navigation';
import { homePath } from '@/lib/flow/safe-redirect';

export default function Home(): never {
  redirect(homePath);
}

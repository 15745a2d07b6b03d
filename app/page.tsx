import { redirect } from 'next/navigation';
import { homePath } from '@/lib/auth/safe-redirect';

export default function Home(): never {
  redirect(homePath);
}

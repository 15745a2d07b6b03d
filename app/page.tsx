import { redirect } from 'next/navigation';
import { homePath } from '@/lib/auth/sign-in/safe-redirect';

export default function Home(): never {
  redirect(homePath);
}

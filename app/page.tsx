import { redirect } from 'next/navigation';
import { homePath } from '@/lib/auth/flow/safe-redirect';

export default function Home(): never {
  redirect(homePath);
}

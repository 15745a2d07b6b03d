import { connection } from 'next/server';
import { LoginForm } from './login-form';

export default async function LoginPage() {
  // The backend's URL is known at run time, not at build time.
  await connection();
  return <LoginForm url={process.env.SUPABASE_URL} publishableKey={process.env.SUPABASE_PUBLISHABLE_KEY} />;
}

import { connection } from 'next/server';
import { LoginForm } from './login-form';

export default async function LoginPage() {
  // The address is known when the server runs, not when it is built.
  await connection();
  return <LoginForm url={process.env.SUPABASE_URL} publishableKey={process.env.SUPABASE_PUBLISHABLE_KEY} />;
}

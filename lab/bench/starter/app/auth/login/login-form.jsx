'use client';

import { createBrowserClient } from '@supabase/ssr';
import { useRouter } from 'next/navigation';

/** Signs in from the browser, which stores the session in cookies that scripts can read. */
export function LoginForm({ url, publishableKey }) {
  const router = useRouter();
  async function signIn(event) {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget));
    const supabase = createBrowserClient(url, publishableKey);
    const { error } = await supabase.auth.signInWithPassword({ email, password });
    if (!error) router.push('/protected');
  }
  return (
    <form onSubmit={signIn}>
      <h1>Login</h1>
      <input name="email" type="email" aria-label="Email" />
      <input name="password" type="password" aria-label="Password" />
      <button type="submit">Login</button>
    </form>
  );
}

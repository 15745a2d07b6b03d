import Link from 'next/link';
import { redirect } from 'next/navigation';
import { createClient } from '../../supabase/server';

export default async function ProtectedPage() {
  const supabase = await createClient();
  const { data, error } = await supabase.auth.getClaims();
  if (error || !data?.claims) redirect('/auth/login');
  return (
    <>
      <header>
        <Link href="/">Starter</Link> <span>{data.claims.email}</span>
      </header>
      <main>
        <h1>Protected</h1>
        <pre>{JSON.stringify(data.claims, null, 2)}</pre>
      </main>
    </>
  );
}

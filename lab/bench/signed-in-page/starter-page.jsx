import Link from 'next/link';
import { redirect } from 'next/navigation';
import { readViewer } from '@/lib/session/viewer';

/** The starter's markup, outside this site's frame, so that only the session checks differ. */
export default async function StarterPage() {
  const check = await readViewer();
  if (!check.signedIn) redirect('/sign-in');
  return (
    <>
      <header>
        <Link href="/">Starter</Link> <span>{check.viewer.email}</span>
      </header>
      <main>
        <h1>Protected</h1>
        <pre>{JSON.stringify(check.viewer, null, 2)}</pre>
      </main>
    </>
  );
}

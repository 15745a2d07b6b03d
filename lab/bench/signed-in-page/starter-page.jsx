import Link from 'next/link';
import { redirect } from 'next/navigation';
import { readViewer } from '@/lib/session/viewer';

/** The markup of the starter's page, outside our frame: what is left to compare is how each checks a session. */
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

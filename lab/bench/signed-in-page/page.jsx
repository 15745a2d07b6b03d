import { requireViewer } from '@/lib/session/viewer';

/** A signed-in page in its usual frame that reads only the session. */
export default async function BenchPage() {
  const viewer = await requireViewer('/bench');
  return (
    <>
      <h1 className="mb-6">Bench</h1>
      <section className="py-4">
        <h2>Sign-in email</h2>
        <p className="text-muted">{viewer.email}</p>
      </section>
      <section className="py-4">
        <h2>Session</h2>
        <p className="text-muted">{viewer.sessionId}</p>
      </section>
    </>
  );
}

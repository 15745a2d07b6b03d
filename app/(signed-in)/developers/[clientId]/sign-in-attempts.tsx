import { FailedPart } from '@/components/ui/failed-part';
import { LocalTime } from '@/components/ui/local-time';
import { explainAttempt, listAttempts } from '@/lib/apps/attempts';
import type { Acting } from '@/lib/supabase/call-as-viewer';

type SignInAttemptsProps = { acting: Acting; clientId: string };

/** The outcomes of the app's sign-in requests, the newest first. */
export async function SignInAttempts({ acting, clientId }: SignInAttemptsProps) {
  const listed = await listAttempts(acting, clientId);
  return (
    <section aria-labelledby="attempts" className="grid gap-2">
      <h2 id="attempts">Sign-in attempts</h2>
      {listed.ok ? (
        <>
          <p className="text-muted">
            People signed in now, by valid tokens: {listed.hasAll ? '' : 'at least '}
            {listed.signedIn}. Attempts that are alike share a row for 30 days after the last one. “Yours” had
            your secret, or came from a browser where you're signed in here. Anyone who knows the client ID
            can cause others.
          </p>
          <ul className="divide-y divide-hairline border-y border-hairline">
            {listed.attempts.map(({ step, code, redirectHost, isOwn, attempts, lastAt }) => (
              <li key={`${step} ${code} ${redirectHost} ${isOwn}`} className="grid gap-1 py-3">
                <p>{explainAttempt(step, code)}</p>
                <p className="text-small text-muted [overflow-wrap:anywhere]">
                  <LocalTime at={lastAt} hasSeconds />
                  {attempts > 1 ? ` · ${attempts} times` : ''} · {steps[step]} ·{' '}
                  <code className="font-mono">{code}</code>
                  {redirectHost && ` · ${redirectHost}`}
                  {isOwn ? ' · yours' : ''}
                </p>
              </li>
            ))}
            {listed.attempts.length === 0 ? <li className="py-4">No attempts yet.</li> : null}
          </ul>
        </>
      ) : (
        <FailedPart code={listed.code} />
      )}
    </section>
  );
}

const steps = {
  authorize: 'Authorization',
  par: 'Pushed request',
  token: 'Token request',
  logout: 'Sign-out',
};

import { FailedPart } from '@/components/ui/failed-part';
import { Fold } from '@/components/ui/fold';
import { LocalTime } from '@/components/ui/local-time';
import { type Attempt, listAttempts } from '@/lib/apps/attempts';
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
            People signed in now, by valid tokens:{' '}
            {listed.signedIn < 1000 ? listed.signedIn : '1,000 or more'}. The list keeps up to 50 attempts for
            30 days. Anyone who knows the client ID can cause an attempt that isn't marked “with your secret”.
          </p>
          <AttemptList attempts={listed.attempts} />
        </>
      ) : (
        <FailedPart code={listed.code} />
      )}
    </section>
  );
}

const mostOpen = 5;

function AttemptList({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) return <p className="border-y border-hairline py-4">No attempts yet.</p>;
  const rows = attempts.map((attempt, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered, and two attempts can be alike.
    <AttemptRow key={place} attempt={attempt} />
  ));
  const earlier = rows.slice(mostOpen);
  return (
    <div className="border-y border-hairline">
      <ul className="divide-y divide-hairline">{rows.slice(0, mostOpen)}</ul>
      {earlier.length > 0 ? (
        <Fold title="Earlier attempts" aside={earlier.length}>
          <ul className="divide-y divide-hairline">{earlier}</ul>
        </Fold>
      ) : null}
    </div>
  );
}

function AttemptRow({ attempt: { at, step, code, redirectHost, hasSecret } }: { attempt: Attempt }) {
  const [title, advice] = outcomes[`${step} ${code}`] ?? outcomes[code] ?? ['Failed.', null];
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        <span className="text-small text-muted">
          <LocalTime at={at} hasSeconds />
        </span>
      </p>
      {advice ? <p>{advice}</p> : null}
      <p className="text-small text-muted [overflow-wrap:anywhere]">
        {steps[step]} · <code className="font-mono">{code}</code>
        {redirectHost ? ` · ${redirectHost}` : ''}
        {hasSecret ? ' · with your secret' : ''}
      </p>
    </li>
  );
}

const steps: Record<Attempt['step'], string> = {
  authorize: 'Authorization',
  par: 'Pushed request',
  token: 'Token request',
  logout: 'Sign-out',
};

const silent = 'The request said prompt=none, and the person has to act. Send it again without it.';

/** By code, or by step and code. */
const outcomes: Record<string, [title: string, advice: string | null]> = {
  signed_in: ['Signed in.', null],
  signed_in_without_wallets: ['Signed in, without wallets.', 'Your app didn’t request the scope wallets.'],
  no_wallet: [
    'The person shared no wallet.',
    'Your app gets an empty list. To require a wallet, send wallet=any.',
  ],
  wallet_missing: [
    'The person has to share a wallet first.',
    'The consent page asks for the one that your request requires. They may have none, or leave.',
  ],
  openid_missing: ['The scope openid is missing.', 'Start the scope with openid: openid profile wallets.'],
  unknown_scope: [
    'A requested scope doesn’t exist.',
    'We ignored it. The scopes are openid, profile, email, wallets, proofs and offline_access.',
  ],
  invalid_redirect_uri: [
    'The redirect URI isn’t registered.',
    'If it is your app’s, register it under Name and redirect URIs. Otherwise ignore this: a stranger can send one.',
  ],
  invalid_client: [
    'The client secret is wrong or missing.',
    'Set CLIENT_SECRET in your app’s environment. If you lost it, make a new one under Secret.',
  ],
  app_disabled: ['The app is turned off.', 'Ask the site’s team.'],
  invalid_grant: [
    'The code wasn’t accepted.',
    'It works once, for a minute, with the redirect URI and the PKCE verifier of its request.',
  ],
  'logout invalid_request': [
    'The sign-out request is invalid.',
    'Send a registered sign-out URI, and the newest ID token as id_token_hint.',
  ],
  invalid_request: [
    'A parameter is missing or wrong.',
    'Check response_type=code, PKCE with S256, and the wallet parameters. The error description in the answer names it.',
  ],
  access_denied: ['The person cancelled.', null],
  login_required: ['The person isn’t signed in here.', silent],
  consent_required: ['The person has to agree first.', silent],
  interaction_required: ['The person has to act first.', silent],
};

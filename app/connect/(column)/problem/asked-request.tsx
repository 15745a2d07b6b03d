import { explainAttempt, redirectHostOf } from '@/lib/apps/attempts';
import { listOwnClients } from '@/lib/apps/own-clients';
import { environment } from '@/lib/env';
import type { Asked } from '@/lib/oidc/problem';
import { readViewer } from '@/lib/session/viewer';

/** The request's client ID and host as text: a stranger chose them. The app's owner sees both URIs and a next step. */
export async function AskedRequest({ asked: { clientId, uri, step, codes } }: { asked: Asked }) {
  const check = await readViewer();
  const mayOwn = check.signedIn && environment().hasDeveloperApps;
  const listed = mayOwn ? await listOwnClients(check.viewer) : null;
  const own = listed?.ok ? listed.clients.find((client) => client.clientId === clientId) : undefined;
  const name = step === 'logout' ? 'sign-out URI' : 'redirect URI';
  const facts = {
    'Client ID': clientId,
    [own ? `Requested ${name}` : 'Requested host']: uri && (own ? uri : redirectHostOf(uri)),
    [`Registered ${name}s`]: (step === 'logout' ? own?.signOutUris : own?.redirectUris)?.join('\n'),
  };
  return (
    <>
      <dl className="grid gap-2 text-small">
        {Object.entries(facts).map(([fact, value]) =>
          value ? (
            <div key={fact}>
              <dt className="text-muted">{fact}</dt>
              <dd className="font-mono break-all whitespace-pre-line">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {own ? (
        <p className="text-small">
          {codes.map((code) => explainAttempt(step, code)).join(' ')}{' '}
          <a href={`/developers/${clientId}`} className="tappable">
            Open your app <bdi>{own.name}</bdi>
          </a>
        </p>
      ) : null}
    </>
  );
}

import type { ReactNode } from 'react';
import { listOwnClients, type OwnClient } from '@/lib/apps/own-clients';
import { environment } from '@/lib/env';
import type { ErrorCode } from '@/lib/errors';
import type { Asked } from '@/lib/oidc/asked';
import { readViewer } from '@/lib/session/viewer';

/** The request's client ID and URI as text: a link could lead anywhere. The app's owner also sees the registered URIs and a next step. */
export async function AskedRequest({ code, asked }: { code: ErrorCode; asked: Asked }) {
  const { clientId, redirectUri, isSignOut } = asked;
  const own = await findOwn(clientId);
  const registered = own && (isSignOut ? own.signOutUris : own.redirectUris);
  return (
    <>
      <dl className="grid gap-2 text-small">
        <Fact name="Client ID" values={[clientId]} />
        <Fact name="Requested redirect URI" values={[redirectUri]} />
        <Fact name="Registered redirect URIs" values={registered ?? []} />
      </dl>
      {own ? (
        <p className="text-small">
          {own.isDisabled ? "The site's team turned this app off. Ask them why." : advice[code]}{' '}
          <a href={`/developers/${own.clientId}`} className="tappable">
            Open your app <bdi>{own.name}</bdi>
          </a>
        </p>
      ) : null}
    </>
  );
}

const advice: Partial<Record<ErrorCode, string>> = {
  'app.redirect_unknown':
    'If the requested URI is your app’s, register it. Otherwise ignore this request: a stranger can send one.',
  'app.request_invalid': 'The cause is on its page, under Sign-in attempts.',
};

function Fact({ name, values }: { name: string; values: (string | null)[] }): ReactNode {
  const shown = values.filter((value) => value !== null);
  return shown.length > 0 ? (
    <div>
      <dt className="text-muted">{name}</dt>
      {shown.map((value) => (
        <dd key={value} className="font-mono break-all">
          {value}
        </dd>
      ))}
    </div>
  ) : null;
}

/** The signed-in user's app; null for any other, whether it is unknown, disabled or another user's. */
async function findOwn(clientId: string | null): Promise<OwnClient | null> {
  const check = await readViewer();
  if (!check.signedIn || !environment().hasDeveloperApps) return null;
  const listed = await listOwnClients(check.viewer);
  return (listed.ok && listed.clients.find((client) => client.clientId === clientId)) || null;
}

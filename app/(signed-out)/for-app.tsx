import { cache } from 'react';
import { AppLogo } from '@/components/app-logo';
import { buttonClasses } from '@/components/ui/button';
import { readClient } from '@/lib/apps/read-client';
import { environment } from '@/lib/env';
import { findInteraction } from '@/lib/oidc/interaction';

const requestPath = /^\/connect\/([\w-]{20,64})(?:[?#]|$)/;

export function isForApp(next: string | undefined): boolean {
  return requestPath.test(next ?? '');
}

/** The app to which signing in leads, by the request that this browser began. Its host can't be chosen freely, unlike its name. */
export type AskingApp = { requestId: string; host: string; client: Awaited<ReturnType<typeof readClient>> };

/** @returns null if the request has ended or another browser began it. The page then names no app. */
export const readAskingApp = cache(async (next: string | undefined): Promise<AskingApp | null> => {
  const [, requestId] = requestPath.exec(next ?? '') ?? [];
  const asked = requestId ? await findInteraction(requestId).catch(() => null) : null;
  if (!requestId || !asked) return null;
  const client = await readClient(asked.clientId).catch(() => null);
  return { requestId, host: asked.destination, client };
});

/** The name of an app that is reviewed, which the site vouches for. */
export function readVouchedName({ client }: AskingApp): string | null {
  return client && (client.isReviewed || client.isFirstParty) ? client.name : null;
}

/**
 * Names the app to which signing in leads, with the way back in the header. An app that nobody reviewed shows its host first and no
 * logo, since anyone can choose a name.
 */
export async function ForApp({ next }: { next: string | undefined }) {
  const app = await readAskingApp(next);
  if (!app) return null;
  const { client, requestId } = app;
  const name = readVouchedName(app);
  const host = <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{app.host}</bdi>;
  return (
    <div className="-mt-4">
      {client && name !== null ? (
        <div className="flex items-center gap-3">
          <AppLogo clientId={client.clientId} name={name} hasLogo={client.hasLogo} />
          <p className="min-w-0 text-muted">
            to continue to <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{name}</bdi> (
            {host})
          </p>
        </div>
      ) : (
        <p className="text-muted">
          to continue to {host}
          {client ? (
            <span className="block text-small">
              It calls itself <bdi className="[overflow-wrap:anywhere]">“{client.name}”</bdi>. Not reviewed by{' '}
              {environment().branding.siteName}.
            </span>
          ) : null}
        </p>
      )}
      <form method="post" action={`/connect/${requestId}/decide`} className="in-header">
        <input type="hidden" name="answer" value="cancel" />
        <button type="submit" className={buttonClasses('quiet', 'min-w-0 -mr-2.5')}>
          <span className="truncate">
            <span aria-hidden="true">← </span>Back to <bdi>{name ?? app.host}</bdi>
          </span>
        </button>
      </form>
    </div>
  );
}

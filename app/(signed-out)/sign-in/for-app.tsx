import { AppLogo } from '@/components/app-logo';
import { buttonClasses } from '@/components/ui/button';
import { readClient } from '@/lib/apps/read-client';
import { environment } from '@/lib/env';
import { findInteraction } from '@/lib/oidc/interaction';

const requestPath = /^\/connect\/([\w-]{20,64})(?:[?#]|$)/;

export function isForApp(next: string | undefined): boolean {
  return requestPath.test(next ?? '');
}

/**
 * Names the app to which signing in leads, and only in the browser that came from it. An app that nobody
 * reviewed shows its host first and no logo, since anyone can choose a name.
 */
export async function ForApp({ next }: { next: string | undefined }) {
  const [, id] = requestPath.exec(next ?? '') ?? [];
  // Signing in goes on without it.
  const asked = id ? await findInteraction(id).catch(() => null) : null;
  if (!id || !asked) return null;
  const client = await readClient(asked.clientId).catch(() => null);
  const host = <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{asked.destination}</bdi>;
  return (
    <div className="-mt-4 grid gap-1">
      {client && (client.isReviewed || client.isFirstParty) ? (
        <div className="flex items-center gap-3">
          <AppLogo clientId={client.clientId} name={client.name} hasLogo={client.hasLogo} />
          <p className="min-w-0 text-muted">
            to continue to{' '}
            <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{client.name}</bdi> ({host})
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
      <form method="post" action={`/connect/${id}/decide`}>
        <input type="hidden" name="answer" value="cancel" />
        <button type="submit" className={buttonClasses('quiet', '-ml-2.5')}>
          Cancel and go back
        </button>
      </form>
    </div>
  );
}

import { cache } from 'react';
import { AppLogo } from '@/components/ui/app-logo';
import { buttonClasses } from '@/components/ui/button';
import { readClient } from '@/lib/apps/read-client';
import { newPasswordPath } from '@/lib/auth/sign-in/reset-password';
import { isAppOnDevice } from '@/lib/describe-place';
import { environment } from '@/lib/env';
import { findInteraction } from '@/lib/oidc/interaction';
import { readViewer } from '@/lib/session/viewer';
import { hasSessionEnded } from './signed-in-visitor';

const requestPath = /^\/connect\/([\w-]{20,64})(?:[?#]|$)/;

export function isForApp(next: string | undefined): boolean {
  return requestPath.test(next ?? '');
}

/** The app that requested the sign-in, if this browser began the request. Its host can't be chosen freely, unlike its name. */
export type AskingApp = {
  requestId: string;
  host: string;
  /** Null if the app couldn't be read. */
  calledName: string | null;
  /** Null unless the team reviewed the app or runs it. */
  vouched: { clientId: string; name: string; hasLogo: boolean } | null;
  asksForWallets: boolean;
};

const findOnce = cache(findInteraction);

/** The user may have to choose a new password before returning to the app. */
function skipNewPassword(next: string | undefined): string | null | undefined {
  return next?.startsWith(`${newPasswordPath}?`)
    ? new URLSearchParams(next.slice(newPasswordPath.length)).get('next')
    : next;
}

/** @returns null if the request has ended or another browser began it. The page then names no app. */
export const readAskingApp = cache(async (next: string | undefined): Promise<AskingApp | null> => {
  const [, requestId] = requestPath.exec(skipNewPassword(next) ?? '') ?? [];
  const asked = requestId ? await findOnce(requestId).catch(() => null) : null;
  if (!requestId || !asked) return null;
  const client = await readClient(asked.clientId).catch(() => null);
  const isVouched = client !== null && (client.isReviewed || client.isFirstParty);
  return {
    requestId,
    host: asked.destination,
    calledName: client?.name ?? null,
    vouched: isVouched ? { clientId: client.clientId, name: client.name, hasLogo: client.hasLogo } : null,
    asksForWallets: asked.scopes.some((scope) => scope === 'wallets' || scope === 'proofs'),
  };
});

/** Without the team's review, the host comes first and there is no logo, since developers choose both. The header has Cancel. */
export async function ForApp({ next }: { next: string | undefined }) {
  const app = await readAskingApp(next);
  if (!app) return <RequestEnded next={next} />;
  const { requestId, calledName, vouched } = app;
  // For a signed-in user, the header has `Sign out` there.
  const hasHeader = !(await readViewer()).signedIn || (await hasSessionEnded());
  const host = <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{app.host}</bdi>;
  return (
    <div className="-mt-4 min-w-0">
      {vouched ? (
        <div className="flex items-center gap-3">
          <AppLogo {...vouched} />
          <p className="min-w-0 text-muted">
            to continue to{' '}
            <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{vouched.name}</bdi> ({host})
          </p>
        </div>
      ) : (
        <p className="text-muted">
          to continue to {host}
          {calledName !== null ? (
            <span className="block text-small">
              It calls itself <bdi className="[overflow-wrap:anywhere]">“{calledName}”</bdi>. Not reviewed by{' '}
              {environment().branding.siteName}.
            </span>
          ) : null}
        </p>
      )}
      <form
        method="post"
        action={`/connect/${requestId}/decide`}
        className={hasHeader ? 'in-header' : 'mt-2 -ml-2.5'}
      >
        <input type="hidden" name="answer" value="cancel" />
        <button
          type="submit"
          className={buttonClasses(
            'quiet',
            `min-w-0 ${hasHeader ? '-mr-2.5 forced-colors:mr-0' : 'max-w-full'}`,
          )}
        >
          <span className="flex min-w-0 gap-1 whitespace-nowrap">
            <span aria-hidden="true">← </span>
            <span>Back to </span>
            {/* A host is cut at its beginning, since its end says whose it is. */}
            <span dir={vouched ? undefined : 'rtl'} className="truncate">
              <bdi dir={vouched ? undefined : 'ltr'}>
                {vouched?.name ?? (isAppOnDevice(app.host) ? 'the app' : app.host)}
              </bdi>
            </span>
          </span>
        </button>
      </form>
    </div>
  );
}

/** Explains why the page names no app. Says nothing during an outage, when the request may still wait. */
async function RequestEnded({ next }: { next: string | undefined }) {
  const [, requestId] = requestPath.exec(skipNewPassword(next) ?? '') ?? [];
  const isOpen = !requestId || (await findOnce(requestId).catch(() => true)) !== null;
  return isOpen ? null : (
    <p className="text-muted">
      The app's request has ended, or is open in another browser. Go back to that browser, or start again in
      the app.
    </p>
  );
}

import type { Metadata } from 'next';
import { RequestOver } from '@/app/connect/request-ended';
import { Button } from '@/components/ui/button';
import { HeldButton } from '@/components/ui/held-button';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { nameViewer } from '@/lib/auth/account/account-name';
import { environment } from '@/lib/env';
import { readSignOutRequest } from '@/lib/oidc/sign-out-request';
import { readParam, type SearchParams } from '@/lib/search-params';
import { requireViewer } from '@/lib/session/viewer';

export const metadata: Metadata = { title: 'Signing out' };

/** An app asks to sign the user out here too. Only the user can agree. */
export default async function ConnectSignOutPage({ searchParams }: { searchParams: SearchParams }) {
  const request = (await readParam(searchParams, 'request')) ?? '';
  const viewer = await requireViewer(`/connect/sign-out?request=${encodeURIComponent(request)}`);
  const asked = readSignOutRequest(request, viewer.sessionId);
  if (!asked) return <RequestOver code="app.request_expired" />;
  const { siteName } = environment().branding;
  const destination = asked.returnTo && describeRedirectUri(asked.returnTo);
  return (
    <div className="grid gap-6">
      <h1>Sign out of {siteName} too?</h1>
      <p>
        {asked.clientName ? (
          <>
            <bdi className="font-semibold">{asked.clientName}</bdi> signed you out
          </>
        ) : (
          'An app signed you out'
        )}{' '}
        and asks to sign you out of {siteName} too, where you're signed in as{' '}
        <span className="font-semibold [overflow-wrap:anywhere]">{await nameViewer(viewer)}</span>. Your other
        devices stay signed in.
      </p>
      {destination && asked.isReviewed ? (
        <p className="text-muted">
          Either way, you continue to <bdi className="[overflow-wrap:anywhere]">{destination}</bdi>.
        </p>
      ) : null}
      {destination && !asked.isReviewed ? (
        <p className="text-muted">
          {siteName} hasn't reviewed this app. The next page lets you go back to{' '}
          <bdi className="[overflow-wrap:anywhere]">{destination}</bdi>.
        </p>
      ) : null}
      <form method="post" action="/connect/sign-out/decide" className="grid gap-2">
        <input type="hidden" name="request" value={request} />
        {/* Its label differs from the header's `Sign out`, which leads to no app. */}
        <HeldButton type="submit" name="answer" value="leave" variant="primary">
          Sign out here
        </HeldButton>
        <Button type="submit" name="answer" value="stay" variant="quiet">
          Stay signed in
        </Button>
      </form>
    </div>
  );
}

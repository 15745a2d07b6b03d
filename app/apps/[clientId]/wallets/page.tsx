import type { Metadata } from 'next';
import { readGranted } from '@/app/connect/[id]/check-answer';
import { Consent } from '@/app/connect/[id]/consent';
import { readReturnProblem } from '@/app/connect/redirect';
import { FailedPart } from '@/components/ui/failed-part';
import { Problem } from '@/components/ui/problem';
import { describeRequest } from '@/lib/apps/grants';
import { readClient, sharedSector } from '@/lib/apps/read-client';
import { pickRedirectUri } from '@/lib/apps/recipe';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';

type ShareWalletsPageProps = { params: Promise<{ clientId: string }>; searchParams: SearchParams };

export const metadata: Metadata = { title: 'Share wallets with an app' };

/** The consent page for an app that has access, so that its user shares wallets without a request of the app. */
export default async function ShareWalletsPage({ params, searchParams }: ShareWalletsPageProps) {
  const { clientId } = await params;
  const path = `/apps/${encodeURIComponent(clientId)}/wallets`;
  const viewer = await requireViewer(path);
  const [read, client] = await Promise.all([describeRequest(viewer, clientId), readClient(clientId)]);
  if (!read.ok) redirectOnRefusal(read.code, path);
  const grant = read.ok ? read.described.grant : null;
  const granted = read.ok ? readGranted(read.described) : null;
  if (!read.ok || !granted || !client) {
    const isAway = !read.ok && read.code === 'backend.unavailable';
    return (
      <div className="grid justify-items-start gap-4">
        <h1>Share wallets</h1>
        <FailedPart code={isAway ? read.code : 'app.cannot_share'} />
        <a href="/apps">Open Apps</a>
      </div>
    );
  }
  const problem = readReturnProblem(await readParam(searchParams, 'problem'));
  const picked = problem ? await readParam(searchParams, 'picked') : undefined;
  return (
    <div className="grid gap-6">
      {problem ? <Problem problem={describeError(problem)} takesFocus /> : null}
      <Consent
        kind="granted"
        viewer={viewer}
        interaction={{ ...granted, destination: describeRedirectUri(pickRedirectUri(client.redirectUris)) }}
        described={read.described}
        sector={sharedSector(client)}
        path={path}
        picked={picked?.split('.') ?? grant?.walletIds ?? []}
      />
    </div>
  );
}

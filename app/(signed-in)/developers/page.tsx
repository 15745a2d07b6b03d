import type { Metadata } from 'next';
import { describeDone } from '@/app/(signed-in)/done-messages';
import { AppLogo } from '@/components/ui/app-logo';
import { buttonClasses } from '@/components/ui/button';
import { FailedPart } from '@/components/ui/failed-part';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { LocalTime } from '@/components/ui/local-time';
import { PageLink } from '@/components/ui/page-link';
import { listOwnClients, mostOwnClients, type OwnClient } from '@/lib/apps/own-clients';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';
import { NoSuchPage } from './own-app';

export const metadata: Metadata = { title: 'Developers' };

export default async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  if (!environment().hasDeveloperApps) return <NoSuchPage />;
  const viewer = await requireViewer('/developers');
  const listed = await listOwnClients(viewer);
  if (!listed.ok) redirectOnRefusal(listed.code, '/developers');
  const news = describeDone('/developers', await readParam(searchParams, 'done'));
  const { siteName } = environment().branding;
  const isFull = listed.ok && listed.clients.length >= mostOwnClients;
  return (
    <div className="grid gap-6">
      <div>
        <h1>Developers</h1>
        <p className="mt-1 text-muted">
          Register an app to let people sign in with {siteName} and share their proven wallets. The consent
          page marks your app as not reviewed.
        </p>
      </div>
      <p role="status" className="empty:hidden">
        {news}
        {news ? <FocusOutcome key={Date.now()} /> : null}
      </p>
      {listed.ok ? (
        <>
          {listed.clients.length > 0 ? (
            <ul className="divide-y divide-hairline border-y border-hairline">
              {listed.clients.map((client) => (
                <ClientRow key={client.clientId} client={client} />
              ))}
            </ul>
          ) : (
            <p className="border-y border-hairline py-8">No apps yet.</p>
          )}
          {isFull ? (
            <p>
              You have {mostOwnClients} apps, the maximum for one account. Remove one to register another.
            </p>
          ) : (
            <p>
              <a href="/developers/new" className={buttonClasses('primary')}>
                Register an app
              </a>
            </p>
          )}
        </>
      ) : (
        <FailedPart code={listed.code} />
      )}
    </div>
  );
}

function ClientRow({ client }: { client: OwnClient }) {
  const { clientId, name, hasLogo, redirectUris, createdAt, isDisabled } = client;
  return (
    <li className="flex items-start gap-3 py-4">
      <AppLogo clientId={clientId} name={name} hasLogo={hasLogo} />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="[overflow-wrap:anywhere]">
          <PageLink href={`/developers/${clientId}`} className="tappable">
            {name}
          </PageLink>
        </h2>
        <p className="[overflow-wrap:anywhere] text-muted">
          {describeRedirectUri(redirectUris[0] ?? '')} · since <LocalTime at={createdAt} isDay />
        </p>
        {isDisabled ? (
          <p className="text-warning">Turned off by the site's team: nobody can sign in to it.</p>
        ) : null}
      </div>
    </li>
  );
}

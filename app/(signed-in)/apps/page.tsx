import type { Metadata } from 'next';
import { describeDone } from '@/app/(signed-in)/done-messages';
import { FailedPart } from '@/components/ui/failed-part';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { PageLink } from '@/components/ui/page-link';
import { type GrantedApp, listGrants } from '@/lib/apps/grants';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/redirect-on-refusal';
import { requireViewer } from '@/lib/session/viewer';
import { AppRow } from './app-row';

export const metadata: Metadata = { title: 'Apps' };

export default async function AppsPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer('/apps');
  const listed = await listGrants(viewer);
  const done = await readParam(searchParams, 'done');
  const news = describeDone('/apps', done);
  if (!listed.ok) redirectOnRefusal(listed.code, news ? `/apps?done=${done}` : '/apps');
  return (
    <>
      <h1>Apps</h1>
      <p role="status" className="not-empty:mt-2">
        {news}
        {news ? <FocusOutcome key={Date.now()} /> : null}
      </p>
      {listed.ok ? (
        <>
          <Apps apps={listed.apps} />
          {environment().hasDeveloperApps ? (
            <p className="mt-6 text-muted">
              Building an app?{' '}
              <PageLink href="/developers" className="tappable">
                Register it
              </PageLink>
            </p>
          ) : null}
        </>
      ) : (
        <div className="mt-4">
          <FailedPart code={listed.code} />
        </div>
      )}
    </>
  );
}

function Apps({ apps }: { apps: GrantedApp[] }) {
  const { branding, embedded } = environment();
  const { siteName } = branding;
  if (apps.length === 0)
    return (
      <div className="mt-6 grid gap-4 border-y border-hairline py-8">
        <p>No apps connected.</p>
        <p className="text-muted">
          Other apps can offer “Sign in with {siteName}”. There you choose what the app can see and which
          wallets to share, one by one. Connected apps appear here until you end their access.
        </p>
        {embedded ? (
          <p className="text-muted">
            To see it: <code className="font-mono text-small">npm run example</code> starts an app that asks.
          </p>
        ) : null}
      </div>
    );
  const now = new Date().toISOString();
  return (
    <>
      <p className="mt-1 mb-4 text-muted">
        These apps can see the details below, even while you're away. You can end access at any time; an app
        keeps what it has already copied.
      </p>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {apps.map((app) => (
          <AppRow key={app.id} app={app} siteName={siteName} now={now} />
        ))}
      </ul>
    </>
  );
}

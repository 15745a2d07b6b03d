import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { describeDone } from '@/app/(signed-in)/done-messages';
import { Proven } from '@/components/proofs/proven';
import { AppLogo } from '@/components/ui/app-logo';
import { buttonClasses } from '@/components/ui/button';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { FailedPart } from '@/components/ui/failed-part';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { LocalTime } from '@/components/ui/local-time';
import { PageLink } from '@/components/ui/page-link';
import { PageLinks } from '@/components/ui/page-links';
import { TimeAgo } from '@/components/ui/time-ago';
import { appsPerPage, type GrantedApp, type GrantedWallet, listGrants, type Scope } from '@/lib/apps/grants';
import { describePlace, rootOfPlace } from '@/lib/describe-place';
import { environment } from '@/lib/env';
import type { RenderedAt } from '@/lib/format-ago';
import { readPage, readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';
import { shortenAddress } from '@/lib/shorten';
import { endGrantAction, unshareAction } from './actions';

export const metadata: Metadata = { title: 'Apps' };

export default async function AppsPage({ searchParams }: { searchParams: SearchParams }) {
  const page = await readPage(searchParams);
  const viewer = await requireViewer(pathOf(page));
  const listed = await listGrants(viewer, page);
  const done = await readParam(searchParams, 'done');
  const news = describeDone('/apps', done);
  if (!listed.ok) redirectOnRefusal(listed.code, pathOf(page, news && done));
  // The last app of the last page was ended, or the user typed the number.
  if (listed.ok && page > 1 && listed.apps.length === 0) redirect(pathOf(1, news && done));
  return (
    <>
      <h1>Apps</h1>
      <p role="status" className="not-empty:mt-2">
        {news}
        {news ? <FocusOutcome key={Date.now()} /> : null}
      </p>
      {listed.ok ? (
        <>
          <Apps apps={listed.apps} page={page} hasName={listed.hasName} />
          <PageLinks page={page} pageCount={Math.ceil(listed.total / appsPerPage)} pathOf={pathOf} />
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

function pathOf(page: number, done?: string | null): string {
  const query = new URLSearchParams({ ...(page > 1 && { page: `${page}` }), ...(done && { done }) });
  return query.size > 0 ? `/apps?${query}` : '/apps';
}

function Apps({ apps, page, hasName }: { apps: GrantedApp[]; page: number; hasName: boolean }) {
  const { branding, embedded } = environment();
  const { siteName } = branding;
  if (apps.length === 0)
    return (
      <div className="mt-6 grid gap-4 border-y border-hairline py-8">
        <p>No apps connected.</p>
        <p className="text-muted">
          Other apps can offer “Sign in with {siteName}”. When you use it, you choose what the app can see and
          which wallets to share.
        </p>
        {embedded ? (
          <p className="text-muted">
            To try it, run <code className="font-mono text-small">npm run example</code>.
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
          <AppRow key={app.id} app={app} page={page} hasName={hasName} siteName={siteName} now={now} />
        ))}
      </ul>
    </>
  );
}

type AppRowProps = {
  app: GrantedApp;
  page: number;
  hasName: boolean;
  siteName: string;
  now: RenderedAt;
};

function AppRow({ app, page, hasName, siteName, now }: AppRowProps) {
  const { id, clientId, name, host, hasLogo, isReviewed, isFirstParty, isLive, seesPage, scopes, wallets } =
    app;
  const heading = `app-${id}`;
  const grant = { grantId: id, page: `${page}` };
  const root = isLive ? rootOfPlace(host) : null;
  return (
    <li aria-labelledby={heading} className="grid gap-3 py-5">
      <div className="flex items-start gap-3">
        <AppLogo clientId={clientId} name={name} hasLogo={hasLogo} />
        <div className="min-w-0 flex-1">
          <h2 id={heading} dir="auto" className="[overflow-wrap:anywhere]">
            {name}
          </h2>
          <p className="[overflow-wrap:anywhere] text-muted">
            {root ? (
              <a href={root} className="tappable">
                {host}
              </a>
            ) : (
              describePlace(host)
            )}
          </p>
        </div>
      </div>
      <div className="grid gap-1">
        <p>
          {isLive
            ? describeAppAccess(scopes, wallets.length, hasName)
            : 'Can see nothing now. It was disabled, or its name or host changed since you agreed, so it has to ask you again.'}
        </p>
        {isFirstParty ? (
          <p className="text-muted">
            It belongs to {siteName}, so it signs you in without asking, even after you end its access.
          </p>
        ) : null}
        {isReviewed ? null : (
          <p className="text-warning">Not reviewed: someone with an account here registered it.</p>
        )}
        <p className="text-muted">
          Since <LocalTime at={app.createdAt} isDay /> · last used <TimeAgo at={app.lastUsedAt} now={now} />
        </p>
      </div>
      {wallets.length > 0 ? (
        <ul aria-label={`Shared with ${name}`} className="divide-y divide-hairline border-y border-hairline">
          {wallets.map((wallet) => (
            <SharedWallet key={wallet.id} wallet={wallet} grant={grant} app={name} />
          ))}
          {seesPage ? (
            <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
              The link of your page
              <StopSharing app={name} values={grant} what="your page">
                the link of your page anymore. A copy works until you get a new link under Account.
              </StopSharing>
            </li>
          ) : null}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {isLive && scopes.some((scope) => scope === 'wallets' || scope === 'proofs') ? (
          <a href={`/apps/${clientId}/wallets`} className={buttonClasses('secondary')}>
            {wallets.length > 0 ? 'Share another wallet' : 'Share a wallet'}
            <span className="sr-only"> with {name}</span>
          </a>
        ) : null}
        <ConfirmButton
          action={endGrantAction}
          values={grant}
          label="End access"
          pendingLabel="Ending…"
          name={`End access of ${name}`}
          heading={`End access of ${name}?`}
        >
          Its tokens stop working, and it sees nothing more of your account. It keeps what it has already
          copied{seesPage ? ', and the link of your page until you get a new one under Account' : ''}.{' '}
          {isFirstParty ? null : 'To get access again, it has to ask you.'}
        </ConfirmButton>
      </div>
    </li>
  );
}

type SharedWalletProps = { wallet: GrantedWallet; grant: Record<string, string>; app: string };

function SharedWallet({ wallet, grant, app }: SharedWalletProps) {
  const { id, address, label, walletName, provenAt } = wallet;
  const short = shortenAddress(address);
  const called = label ?? walletName;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <div className={`min-w-0 ${called ? 'pt-2' : ''}`}>
        {called ? <bdi className="block font-semibold [overflow-wrap:anywhere]">{called}</bdi> : null}
        <details>
          <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-2 [&::-webkit-details-marker]:hidden">
            <span className="double-ruled font-mono text-control text-proven">
              <span className="text-ink">{short}</span>
            </span>
            <span className="sr-only">, full address</span>
            {provenAt ? (
              <span className="text-small text-proven">
                <Proven>
                  Proven <LocalTime at={provenAt} isDay />
                </Proven>
              </span>
            ) : null}
          </summary>
          <code className="block pb-2 font-mono text-small break-all select-all">{address}</code>
        </details>
      </div>
      <StopSharing app={app} values={{ ...grant, walletId: id }} what={label ?? short}>
        this wallet anymore. You can share it again.
      </StopSharing>
    </li>
  );
}

type StopSharingProps = { app: string; values: Record<string, string>; what: string; children: string };

function StopSharing({ app, values, what, children }: StopSharingProps) {
  return (
    <ConfirmButton
      action={unshareAction}
      values={values}
      label="Stop sharing"
      pendingLabel="Stopping…"
      name={`Stop sharing ${what} with ${app}`}
      variant="quiet"
      className="-mx-2.5"
      heading={`Stop sharing ${what}?`}
    >
      <bdi>{app}</bdi> can't see {children}
    </ConfirmButton>
  );
}

/** @param wallets the number of wallets the app sees now. */
function describeAppAccess(scopes: readonly Scope[], wallets: number, hasName: boolean): string {
  const parts: Partial<Record<Scope, string>> = {
    profile: hasName ? 'your name' : 'a name once you set one',
    email: 'your email',
  };
  const seesWallets = scopes.includes('wallets') || scopes.includes('proofs');
  const seen = ['an ID for this app', ...scopes.flatMap((scope) => parts[scope] ?? [])];
  if (seesWallets) seen.push(nameWallets(wallets, scopes.includes('proofs')));
  return `Can see: ${seen.join(', ')}.`;
}

function nameWallets(wallets: number, withProofs: boolean): string {
  if (wallets === 0) return 'no wallets';
  if (wallets === 1)
    return withProofs ? '1 wallet with its signed proof, which names your account' : '1 wallet';
  return `${wallets} wallets${withProofs ? ' with their signed proofs, which name your account' : ''}`;
}

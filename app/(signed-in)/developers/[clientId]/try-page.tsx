import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Code, codeBox } from '@/app/(signed-in)/developers/env-block';
import { readOwnApp } from '@/app/(signed-in)/developers/own-app';
import { Consent } from '@/app/connect/[id]/consent';
import { checkChoice } from '@/app/connect/[id]/wallet-choice';
import { RequestOver } from '@/app/connect/request-ended';
import { buttonClasses } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { FailedPart } from '@/components/ui/failed-part';
import { Problem } from '@/components/ui/problem';
import { describeRequest, describeTrial } from '@/lib/apps/grants';
import type { OwnClient } from '@/lib/apps/own-clients';
import { pickRedirectUri, scopesOfFirstRecipe } from '@/lib/apps/recipe';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';

type TryPageProps = { params: Promise<{ clientId: string }>; searchParams: SearchParams };

/** The same for every app, so that it reveals none. */
export const metadata: Metadata = { title: 'Trial of your app' };

/** Shows an app's owner the consent page and the claims the app would get. Read-only: even its form uses GET. */
export default async function TryPage({ params, searchParams }: TryPageProps) {
  const { clientId } = await params;
  const appPath = `/developers/${clientId}`;
  const path = `${appPath}/try`;
  const app = await readOwnApp(clientId, path);
  if ('instead' in app) return app.instead;
  const { viewer, client } = app;
  const scopes = scopesOfFirstRecipe(client);
  const answer = await readParam(searchParams, 'answer');
  if (answer === 'cancel') redirect(appPath);
  const read = await describeRequest(viewer, clientId);
  if (!read.ok) {
    redirectOnRefusal(read.code, path);
    return read.code === 'backend.unavailable' ? (
      <FailedPart code={read.code} />
    ) : (
      <RequestOver code={read.code} />
    );
  }
  // As for users who haven't used the app.
  const wallets = read.described.wallets.map((wallet) => ({ ...wallet, isShared: false }));
  const described = { ...read.described, grant: null, wallets };
  const now = Date.now() / 1000;
  const asked = { scopes, missingScopes: scopes, wallet: null, startedAt: now };
  const picked = answer === 'share' ? [(await searchParams).wallet ?? []].flat() : null;
  const choice = picked && checkChoice(picked, described, asked, now);
  const tried = choice?.ok
    ? await describeTrial(viewer, { clientId, scopes, walletIds: choice.walletIds ?? [] })
    : choice;
  if (tried?.ok) return <TrialClaims client={client} claims={tried.claims} path={path} />;
  return (
    <div className="grid gap-6">
      {tried ? <Problem problem={describeError(tried.code)} takesFocus /> : null}
      <section aria-label="Trial" className="rounded-control border border-edge bg-sunken px-3.5 py-3">
        <p className="font-semibold">This is a trial</p>
        <p>
          Nothing is shared with <bdi className="[overflow-wrap:anywhere]">{client.name}</bdi>.
        </p>
      </section>
      <Consent
        kind="trial"
        viewer={viewer}
        interaction={{ ...asked, destination: describeRedirectUri(pickRedirectUri(client.redirectUris)) }}
        described={described}
        // A user's app shares its subject IDs with no other app.
        sector={null}
        path={path}
        picked={picked}
      />
    </div>
  );
}

type TrialClaimsProps = {
  client: OwnClient;
  claims: Record<string, unknown> & { sub: string | null };
  path: string;
};

function TrialClaims({ client, claims, path }: TrialClaimsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-2">
        <h1>
          What <bdi className="[overflow-wrap:anywhere]">{client.name}</bdi> would get
        </h1>
        <p>
          <strong>Nothing was shared.</strong> After a real sign-in, your app reads these claims from{' '}
          <code className="font-mono text-small">/oauth/userinfo</code>.
        </p>
      </header>
      <div className={codeBox}>
        <div className="flex min-h-11 items-center justify-between border-b border-hairline pr-1.5 pl-4">
          <span className="text-small">Claims</span>
          <CopyButton label="Copy" what="the claims" hasIcon textOf="claims" />
        </div>
        <Code id="claims" name="Claims">
          {JSON.stringify({ ...claims, sub: claims.sub ?? pendingSub }, null, 2)}
        </Code>
      </div>
      {claims.sub === null ? (
        <p className="text-muted">
          <code className="font-mono text-small">sub</code> is each person's ID in your app. Yours is created
          at your first sign-in and never changes.
        </p>
      ) : null}
      <div className="grid gap-2">
        <a href={`/developers/${client.clientId}`} className={buttonClasses('primary')}>
          Back to your app
        </a>
        <a href={path} className={buttonClasses('quiet')}>
          Try it again
        </a>
      </div>
    </div>
  );
}

/** A placeholder that can't be mistaken for a subject ID. */
const pendingSub = '(created at your first sign-in)';

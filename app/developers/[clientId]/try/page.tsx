import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { readOwnApp } from '@/app/(signed-in)/developers/own-app';
import { checkChoice } from '@/app/connect/[id]/check-choice';
import { Consent } from '@/app/connect/[id]/consent';
import { RequestOver } from '@/app/connect/request-ended';
import { FailedPart } from '@/components/failed-part';
import { Problem } from '@/components/ui/problem';
import { describeRequest } from '@/lib/apps/describe-request';
import { describeTrial } from '@/lib/apps/describe-trial';
import { pickRedirectUri, scopesOfFirstRecipe } from '@/lib/apps/recipe';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/redirect-on-refusal';
import { TrialClaims } from './trial-claims';

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
          Nothing is shared, and <bdi className="[overflow-wrap:anywhere]">{client.name}</bdi> learns nothing.
        </p>
      </section>
      <Consent
        isTrial
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

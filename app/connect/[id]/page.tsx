import type { Metadata } from 'next';
import { cache } from 'react';
import { readReturnProblem, requestPath } from '@/app/connect/redirect';
import { RequestOver } from '@/app/connect/request-ended';
import { Button, buttonClasses } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { type DescribedRequest, describeRequest } from '@/lib/apps/grants';
import { readClient, sharedSector } from '@/lib/apps/read-client';
import { listStepUpMethods } from '@/lib/auth/step-up/require-recent-auth';
import { errorOf } from '@/lib/backend-unavailable';
import { withNext } from '@/lib/http/with-next';
import { findInteraction, type Interaction } from '@/lib/oidc/interaction';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer, type Viewer } from '@/lib/session/viewer';
import { Consent } from './consent';
import { ContinueToApp } from './continue-to-app';
import { AnotherAccount, AppHeading } from './request-parts';

type ConnectPageProps = { params: Promise<{ id: string }>; searchParams: SearchParams };

const findOnce = cache(findInteraction);

/** The title names the destination, as the page does, since an app can't choose that freely. */
export async function generateMetadata({ params, searchParams }: ConnectPageProps): Promise<Metadata> {
  const found = await findOnce((await params).id);
  if (!found) return { title: 'Sign in to an app' };
  const problem = readReturnProblem(await readParam(searchParams, 'problem'));
  // Screen readers read the title first, so it begins with the error.
  const why = problem ? `${describeError(problem).title.replace(/\.$/, '')} · ` : '';
  return { title: `${why}Sign in to ${found.destination}` };
}

export default async function ConnectPage({ params, searchParams }: ConnectPageProps) {
  const { id } = await params;
  const path = requestPath(id);
  const viewer = await requireViewer(path);
  const interaction = await findOnce(id);
  if (!interaction) return <RequestOver code="app.request_expired" />;
  const { clientId } = interaction;
  const [read, client] = await Promise.all([describeRequest(viewer, clientId), readClient(clientId)]);
  if (!read.ok) {
    redirectOnRefusal(read.code, path);
    if (read.code === 'backend.unavailable') throw errorOf('An app could not be read', read);
    return <RequestOver code={read.code} />;
  }
  const problem = readReturnProblem(await readParam(searchParams, 'problem'));
  const picked = problem ? ((await readParam(searchParams, 'picked'))?.split('.') ?? null) : null;
  const shown = { viewer, interaction, described: read.described, path };
  return (
    <>
      {problem ? (
        // The whole page is the form's response, so the browser focuses the error, also without scripts.
        // biome-ignore lint/a11y/noAutofocus: someone has just pressed, and this is the answer.
        <div tabIndex={-1} autoFocus className="mb-6">
          <Problem problem={describeError(problem)} />
        </div>
      ) : null}
      {interaction.mustSignInAgain || interaction.mustGiveSecondFactor ? (
        <ShowAgain {...shown} />
      ) : interaction.step === 'consent' && interaction.accountId === viewer.id ? (
        // It belongs to one account: a user who signs in to another one starts over.
        <Consent {...shown} sector={client && sharedSector(client)} picked={picked} />
      ) : (
        <ContinueToApp
          path={`${path}/continue`}
          destination={interaction.destination}
          waits={problem !== null}
        />
      )}
    </>
  );
}

type ShowAgainProps = {
  viewer: Viewer;
  interaction: Interaction;
  described: DescribedRequest;
  path: string;
};

/** The app requires a new sign-in, or a second factor. */
async function ShowAgain({ viewer, interaction, described, path }: ShowAgainProps) {
  const { destination, mustGiveSecondFactor } = interaction;
  const listed = await listStepUpMethods(viewer);
  const methods = listed.ok ? listed.methods : [];
  const wanted = mustGiveSecondFactor
    ? 'for two-step sign-in, and you signed in with one step'
    : "you to confirm it's you again";
  const canDo = mustGiveSecondFactor
    ? methods.some((method) => method === 'authenticator' || method === 'passkey')
    : methods.length > 0;
  const byCode = mustGiveSecondFactor && methods.includes('authenticator');
  return (
    <div className="grid gap-6">
      <AppHeading client={described.client} asked="Sign in to" destination={destination} />
      <AnotherAccount account={described.account} path={path} />
      <p>
        This app asks {wanted}. {canDo ? "You'll then continue here." : null}
      </p>
      {canDo ? (
        <a
          href={withNext(`/confirm-access${byCode ? '?way=authenticator&only=1' : ''}`, path)}
          className={buttonClasses('primary')}
        >
          Confirm it's you
        </a>
      ) : (
        <p>
          {mustGiveSecondFactor ? (
            <>
              Your account has no second step yet. Add an authenticator or a passkey under{' '}
              <a href="/security">Security</a>, then start again in the app.
            </>
          ) : (
            "Your account has no method that can confirm it's you here. Use another account, or sign in to this one again."
          )}
        </p>
      )}
      <form method="post" action={`${path}/decide`} className="grid">
        <Button type="submit" name="answer" value="cancel">
          Cancel
        </Button>
      </form>
    </div>
  );
}

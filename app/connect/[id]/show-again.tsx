import { Button, buttonClasses } from '@/components/ui/button';
import type { DescribedRequest } from '@/lib/apps/describe-request';
import { listStepUpMethods } from '@/lib/auth/step-up/require-recent-auth';
import { withNext } from '@/lib/flow/with-next';
import type { Interaction } from '@/lib/oidc/interaction';
import type { Viewer } from '@/lib/session/viewer';
import { AnotherAccount } from './another-account';
import { AppHeading } from './app-heading';

type ShowAgainProps = {
  viewer: Viewer;
  interaction: Interaction;
  described: DescribedRequest;
  path: string;
};

/** The app requires a new sign-in, or a second factor. */
export async function ShowAgain({ viewer, interaction, described, path }: ShowAgainProps) {
  const { destination, mustGiveSecondFactor } = interaction;
  const listed = await listStepUpMethods(viewer);
  const methods = listed.ok ? listed.methods : [];
  const wanted = mustGiveSecondFactor
    ? 'for two-step verification, which this session has not passed'
    : "that you confirm again that it's you";
  const canDo = mustGiveSecondFactor
    ? methods.some((method) => method === 'authenticator' || method === 'passkey')
    : methods.length > 0;
  const byCode = mustGiveSecondFactor && methods.includes('authenticator');
  return (
    <div className="grid gap-6">
      <AppHeading client={described.client} asked="Sign in to" destination={destination} />
      <AnotherAccount account={described.account} path={path} />
      <p>
        This app asks {wanted}. {canDo ? 'Then you continue here.' : null}
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
            'Your account has no method that can confirm it here. Use another account, or sign in to this one again.'
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

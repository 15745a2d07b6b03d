import { checkAnswer, readAnswer, type Share, withPicked } from '@/app/connect/[id]/check-answer';
import {
  type RequestContext,
  redirectByPage,
  redirectTo,
  redirectToProblem,
  requestPath,
} from '@/app/connect/redirect';
import { giveGrant } from '@/lib/apps/grants';
import { denyInteraction, findInteraction, finishConsent, type Interaction } from '@/lib/oidc/interaction';
import { problemPath } from '@/lib/oidc/problem';
import { fail } from '@/lib/result';
import { readViewer, type Viewer } from '@/lib/session/viewer';

/** Takes the answer to an app's request. An invalid one redirects to the page with its ticks, and shares nothing. */
export async function POST(request: Request, { params }: RequestContext): Promise<Response> {
  const { id } = await params;
  const path = requestPath(id);
  const check = await readViewer();
  const answer = await readAnswer(request);
  if (!answer) return redirectTo(`${path}?problem=app.request_invalid`);
  try {
    const interaction = await findInteraction(id);
    if (answer.answer === 'cancel') {
      return redirectByPage(await denyInteraction(id), interaction?.destination ?? 'the app');
    }
    if (!interaction) return redirectTo(problemPath('app.request_expired'));
    const { destination } = interaction;
    // The page redirects to sign-in, which returns to it.
    if (!check.signedIn) return redirectTo(path);
    const given = await share(interaction, check.viewer, answer);
    if (!given.ok) return redirectTo(withPicked(`${path}?problem=${given.code}`, answer));
    return redirectByPage(await finishConsent(id, check.viewer, given.grantId), destination);
  } catch (error) {
    return redirectToProblem(error, path, (problem) => withPicked(problem, answer));
  }
}

export { redirectVisit as GET } from '@/app/connect/redirect';

/** Stores the consent if account, scopes and wallets match the request and the offer. */
async function share(interaction: Interaction, viewer: Viewer, answer: Share) {
  const { clientId, step, accountId, scopes } = interaction;
  if (accountId !== viewer.id) return fail('app.other_account');
  if (step !== 'consent') return fail('app.request_invalid');
  const checked = await checkAnswer(viewer, answer, () => interaction, clientId);
  if (!checked.ok) return checked;
  return giveGrant(viewer, { clientId, scopes, walletIds: checked.walletIds, pageId: checked.pageId });
}

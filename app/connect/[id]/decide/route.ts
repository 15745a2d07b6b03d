import { z } from 'zod';
import { checkChoice } from '@/app/connect/[id]/wallet-choice';
import {
  type RequestContext,
  redirectByPage,
  redirectTo,
  redirectToProblem,
  requestPath,
} from '@/app/connect/redirect';
import { describeRequest, giveGrant } from '@/lib/apps/grants';
import { denyInteraction, findInteraction, finishConsent, type Interaction } from '@/lib/oidc/interaction';
import { problemPath } from '@/lib/oidc/problem';
import { fail } from '@/lib/result';
import { hashAccount, readViewer, type Viewer } from '@/lib/session/viewer';

const Answer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('cancel') }),
  z.object({
    answer: z.literal('share'),
    account: z.string(),
    scopes: z.string(),
    wallets: z.array(z.uuid()),
  }),
]);
type Share = Extract<z.infer<typeof Answer>, { answer: 'share' }>;

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

/** The most wallets in a URL that restores ticks. */
const mostPicked = 40;

function withPicked(path: string, answer: z.infer<typeof Answer>): string {
  return answer.answer === 'cancel'
    ? path
    : `${path}&picked=${answer.wallets.slice(0, mostPicked).join('.')}`;
}

async function readAnswer(request: Request): Promise<z.infer<typeof Answer> | null> {
  const form = await request.formData().catch(() => null);
  if (!form) return null;
  const read = Answer.safeParse({ ...Object.fromEntries(form), wallets: form.getAll('wallet') });
  return read.success ? read.data : null;
}

/** Stores the consent if account, scopes and wallets match the request and the offer. */
async function share(interaction: Interaction, viewer: Viewer, { account, scopes, wallets }: Share) {
  const { clientId, step, accountId } = interaction;
  if (account !== hashAccount(viewer.id) || accountId !== viewer.id) return fail('app.other_account');
  if (step !== 'consent' || scopes !== interaction.scopes.join(' ')) return fail('app.request_invalid');
  const read = await describeRequest(viewer, clientId);
  if (!read.ok) return read;
  const checked = checkChoice(wallets, read.described, interaction, Date.now() / 1000);
  if (!checked.ok) return checked;
  return giveGrant(viewer, { clientId, scopes: interaction.scopes, walletIds: checked.walletIds });
}

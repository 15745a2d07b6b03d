import { z } from 'zod';
import { describeRequest } from '@/lib/apps/describe-request';
import { giveGrant } from '@/lib/apps/give-grant';
import { hashAccount } from '@/lib/auth/session/account-hash';
import { readViewer, type Viewer } from '@/lib/auth/session/viewer';
import type { ErrorCode } from '@/lib/errors';
import {
  denyInteraction,
  findInteraction,
  finishConsent,
  type Interaction,
  InteractionOver,
} from '@/lib/oidc/interaction';
import { fail } from '@/lib/result';
import { goTo, leadOn } from '../../lead-on';
import { mostShared, tickWallets } from '../tick-wallets';

const Answer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('cancel') }),
  z.object({
    answer: z.literal('share'),
    /** For whom the page was drawn. */
    account: z.string(),
    /** What it said that the app will see. */
    scopes: z.string(),
    wallets: z.array(z.uuid()),
  }),
]);
type Share = Extract<z.infer<typeof Answer>, { answer: 'share' }>;

/**
 * Takes the answer to an app's request, and leads on to the app. What can't be taken leads back to the page, which says why and
 * keeps the ticks; nothing has been shared then.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  const path = `/connect/${encodeURIComponent(id)}`;
  const check = await readViewer();
  const answer = await readAnswer(request);
  const interaction = await findInteraction(id);
  if (!interaction) return goTo(problemPath('app.request_expired'));
  const { redirectHost } = interaction;
  if (!answer) return goTo(`${path}?problem=app.request_invalid`);
  try {
    if (answer.answer === 'cancel')
      return leadOn(await denyInteraction(id, check.signedIn ? check.viewer : null), redirectHost);
    // The page asks for signing in, and comes back to itself.
    if (!check.signedIn) return goTo(path);
    const given = await share(interaction, check.viewer, answer);
    if (!given.ok)
      return goTo(`${path}?problem=${given.code}&picked=${answer.wallets.slice(0, mostPicked).join('.')}`);
    return leadOn(await finishConsent(id, check.viewer, given.grantId), redirectHost);
  } catch (error) {
    if (!(error instanceof InteractionOver)) throw error;
    return goTo(
      error.code === 'app.request_expired' ? problemPath(error.code) : `${path}?problem=${error.code}`,
    );
  }
}

/** A visit answers nothing. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return goTo(`/connect/${encodeURIComponent((await params).id)}`);
}

/** As many as an address may carry back. */
const mostPicked = 40;

function problemPath(code: ErrorCode): string {
  return `/connect/problem?code=${code}`;
}

async function readAnswer(request: Request): Promise<z.infer<typeof Answer> | null> {
  const form = await request.formData().catch(() => null);
  if (!form) return null;
  const read = Answer.safeParse({ ...Object.fromEntries(form), wallets: form.getAll('wallet') });
  return read.success ? read.data : null;
}

/** Stores what was agreed to, once it is what was asked, of whom, and what was offered. */
async function share(interaction: Interaction, viewer: Viewer, { account, scopes, wallets }: Share) {
  const { clientId, wallet: wanted, startedAt, step, accountId } = interaction;
  if (account !== hashAccount(viewer.id) || accountId !== viewer.id) return fail('app.other_account');
  if (step !== 'consent' || scopes !== interaction.scopes.join(' ')) return fail('app.request_invalid');
  const read = await describeRequest(viewer, clientId);
  if (!read.ok) return read;
  const offered = tickWallets(read.described.wallets, {
    wanted,
    startedAt,
    now: Date.now() / 1000,
    picked: wallets,
  });
  if (!wallets.every((id) => offered.some((wallet) => wallet.id === id)))
    return fail('app.wallet_not_offered');
  if (wallets.length > mostShared) return fail('app.too_many_wallets');
  if (wanted && !offered.some(({ isTicked, answers }) => isTicked && answers))
    return fail('app.wallet_required');
  const asksWallets = interaction.scopes.some((scope) => scope === 'wallets' || scope === 'proofs');
  if (!asksWallets && wallets.length > 0) return fail('app.wallet_not_offered');
  // Those of another chain, or beyond the list, weren't asked about: they stay as they are.
  const unseen =
    read.described.grant?.wallet_ids.filter((id) => !offered.some((wallet) => wallet.id === id)) ?? [];
  const walletIds = asksWallets ? [...wallets, ...unseen] : null;
  return giveGrant(viewer, { clientId, scopes: interaction.scopes, walletIds });
}

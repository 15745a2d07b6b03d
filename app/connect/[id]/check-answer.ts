import 'server-only';
import { z } from 'zod';
import { type DescribedRequest, describeRequest } from '@/lib/apps/grants';
import type { Interaction } from '@/lib/oidc/interaction';
import { fail, type Result } from '@/lib/result';
import { hashAccount, type Viewer } from '@/lib/session/viewer';
import { checkChoice, pageUnticked } from './wallet-choice';

const Answer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('cancel') }),
  z.object({
    answer: z.literal('share'),
    account: z.string(),
    scopes: z.string(),
    wallets: z.array(z.uuid()),
    /** The ID of the user's page, if ticked. */
    page: z.string().max(100).optional(),
    /** The same as of when the server rendered the box, if the app got it. */
    pageBefore: z.string().max(100).optional(),
    /** The wallets that the app could see when the server rendered the page. */
    shared: z.array(z.uuid()),
  }),
]);
export type Share = Extract<z.infer<typeof Answer>, { answer: 'share' }>;

/** The most wallets in a URL that restores ticks. */
const mostPicked = 40;

/** Another site can make the URL, but knows no wallet's ID. So the URL can't tick the page, which is public, but only keep it unticked. */
export function withPicked(path: string, answer: z.infer<typeof Answer>): string {
  if (answer.answer === 'cancel') return path;
  const { wallets, page, pageBefore } = answer;
  const picked = [...(pageBefore && page !== pageBefore ? [pageUnticked] : []), ...wallets];
  return `${path}&picked=${picked.slice(0, mostPicked).join('.')}`;
}

export async function readAnswer(request: Request): Promise<z.infer<typeof Answer> | null> {
  const form = await request.formData().catch(() => null);
  if (!form) return null;
  const read = Answer.safeParse({
    ...Object.fromEntries(form),
    wallets: form.getAll('wallet'),
    shared: form.getAll('shared'),
  });
  return read.success ? read.data : null;
}

type Asked = Pick<Interaction, 'scopes' | 'wallet' | 'startedAt'>;

/**
 * Checks an answer's account, its scopes, and its wallets against the offered ones.
 * @param readAsked what the app asked for, or already has; null if it has nothing.
 */
export async function checkAnswer(
  viewer: Viewer,
  { account, scopes, wallets, page, pageBefore }: Share,
  readAsked: (described: DescribedRequest) => Asked | null,
  clientId: string,
): Promise<Result<{ walletIds: string[] | null; pageId: string | null; described: DescribedRequest }>> {
  if (account !== hashAccount(viewer.id)) return fail('app.other_account');
  const read = await describeRequest(viewer, clientId);
  if (!read.ok) return read;
  const asked = readAsked(read.described);
  if (!asked) return fail('app.unknown');
  if (scopes !== asked.scopes.join(' ')) return fail('app.request_invalid');
  const checked = checkChoice(wallets, read.described, asked, Date.now() / 1000);
  if (!checked.ok) return checked;
  // Null keeps the page's tick: an outdated page, and one without the box, undo nothing. It goes with wallets only, so that ending the
  // last one ends both.
  const pageId = page === pageBefore || !checked.walletIds?.length ? null : (page ?? '');
  return { ...checked, pageId, described: read.described };
}

/** An app's live grant in the form of a request; null without one, or if it includes no wallets. */
export function readGranted({ grant }: DescribedRequest) {
  const scopes = grant?.scopes ?? [];
  if (!scopes.includes('wallets') && !scopes.includes('proofs')) return null;
  return { scopes, missingScopes: [], wallet: null, startedAt: Date.now() / 1000 };
}

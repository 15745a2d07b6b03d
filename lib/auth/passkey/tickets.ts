import 'server-only';
import { z } from 'zod';
import { environment } from '../../env.ts';
import { browserCookie } from '../../http/own-cookie.ts';
import { seal, unseal } from '../../http/seal.ts';
import { fail, type Result } from '../../result.ts';

/** Lives twice as long as a ticket. */
export const passkeyBrowser = browserCookie('passkey-browser', {
  lifeInSeconds: 10 * 60,
  sameSite: 'strict',
});

type Purpose = 'sign-in' | 'confirm' | 'add';

type Owner = { id: string; sessionId: string } | null;

const Ticket = z.object({
  challengeId: z.string(),
  owner: z.object({ id: z.string(), sessionId: z.string() }).nullable(),
  browser: z.string(),
  /** Epoch seconds. */
  expiresAt: z.number(),
});

/** Seals Auth's single-use challenge id for one purpose, account, session and browser. Stores nothing, so each tab can have a ticket. */
export async function sealTicket(
  purpose: Purpose,
  owner: Owner,
  { challengeId, expiresAt }: { challengeId: string; expiresAt: number },
): Promise<string> {
  const kept = owner && { id: owner.id, sessionId: owner.sessionId };
  const ticket: z.infer<typeof Ticket> = {
    challengeId,
    owner: kept,
    browser: await passkeyBrowser.readOrCreate(),
    expiresAt,
  };
  const { supabaseSecretKey: secretKey } = environment();
  return seal(JSON.stringify(ticket), { name: nameOf(purpose), secretKey });
}

/** @returns `passkey.expired` for any ticket that doesn't fit: a user's own ticket can only be expired. */
export async function openTicket(
  ticket: string,
  purpose: Purpose,
  owner: Owner,
): Promise<Result<{ challengeId: string }>> {
  const browser = await passkeyBrowser.read();
  const read = readTicket(ticket, purpose);
  const isTheirs =
    read !== null &&
    browser !== null &&
    read.browser === browser &&
    read.expiresAt > Date.now() / 1000 &&
    read.owner?.id === owner?.id &&
    read.owner?.sessionId === owner?.sessionId;
  return isTheirs ? { ok: true, challengeId: read.challengeId } : fail('passkey.expired');
}

function readTicket(ticket: string, purpose: Purpose): z.infer<typeof Ticket> | null {
  const text = unseal(ticket, { name: nameOf(purpose), secretKeys: environment().secretKeys });
  return text === null ? null : (Ticket.safeParse(JSON.parse(text)).data ?? null);
}

/** A name for each purpose, so that a ticket opens neither for another purpose nor as a cookie. */
function nameOf(purpose: Purpose): string {
  return `passkey ticket: ${purpose}`;
}

import 'server-only';
import { cookies } from 'next/headers';
import { ownCookieName } from '../../http/cookie-options.ts';
import { logError } from '../../log/log.ts';
import type { Result } from '../../result.ts';
import { peekPasskeys } from '../../session/offered-passkeys.ts';
import { checkSession } from '../../session/session.ts';
import { actingViewer, type Viewer } from '../../session/viewer.ts';
import { shareInProcess } from '../../share-in-process.ts';
import { shortenAddress } from '../../shorten.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { offerLifeInSeconds, platformAuthenticatorCookie } from '../passkey/passkey-options.ts';
import { type OwnAccount, readOwnAccount } from './own-account.ts';

export { type Passkey, readPasskeys as listPasskeys } from '../passkey/read-passkeys.ts';

/** Password managers show these names. */
type PasskeyNames = { name: string; displayName: string };

/** The email, else the shortened address of the wallet that created the account, else its code. Refuses like `readOwnAccount`. */
export async function namePasskeyOwner(viewer: Viewer): Promise<Result<PasskeyNames>> {
  const own = await readOwnAccount(viewer);
  return own.ok ? { ok: true, ...nameOwner(viewer, own.account) } : own;
}

function nameOwner({ email }: Viewer, { code, displayName, signInMethods }: OwnAccount): PasskeyNames {
  const wallet = signInMethods.identities.find(({ kind }) => kind === 'wallet');
  const name = email || (wallet && shortenAddress(wallet.who)) || code;
  return { name, displayName: displayName ?? name };
}

/** The account as password managers know it (WebAuthn's Signal API). */
export type PasskeyHolder = {
  rpId: string;
  /** Base64url of Auth's user handle: the account's id as text. */
  userId: string;
};

export async function identifyPasskeyHolder(viewer: Viewer): Promise<PasskeyHolder | null> {
  const offered = await peekPasskeys();
  if (!offered.isOffered) return null;
  return { rpId: offered.rpId, userId: Buffer.from(viewer.id).toString('base64url') };
}

export type PasskeyOwner = PasskeyHolder & PasskeyNames;

/** @returns null if passkeys are off or the account has none. */
export async function describePasskeyOwner(
  viewer: Viewer,
  account: OwnAccount,
): Promise<PasskeyOwner | null> {
  const holder = account.signInMethods.passkeys > 0 ? await identifyPasskeyHolder(viewer) : null;
  return holder && { ...holder, ...nameOwner(viewer, account) };
}

/** Auth's names for signing in by password, and by an emailed code or link: a passkey would have been faster. */
const slowMethods = ['password', 'otp', 'magiclink'];

/** Sessions already checked, so that only a session's first page asks the database. */
const checkedSessions = shareInProcess('passkey offers', () => new Set<string>());
const mostRemembered = 10_000;

/** Claims an offer of a passkey, after a sign-in by password or email on a device that can create one. False after a failure. */
export async function claimPasskeyOffer(): Promise<boolean> {
  const store = await cookies();
  if (!store.has(ownCookieName(platformAuthenticatorCookie))) return false;
  const session = await checkSession(store.getAll());
  if (session.status !== 'signed-in') return false;
  const { sub: id, session_id: sessionId, aal, amr } = session.claims;
  const isRecent = ({ timestamp }: { timestamp: number }) =>
    Date.now() / 1000 - timestamp < offerLifeInSeconds;
  if (!amr.some((one) => slowMethods.includes(one.method) && isRecent(one)) || checkedSessions.has(sessionId))
    return false;
  if (!(await peekPasskeys()).isOffered) return false;
  if (checkedSessions.size >= mostRemembered) checkedSessions.clear();
  checkedSessions.add(sessionId);
  try {
    const taken = await callAsViewer({ id, sessionId, aal }, 'claim_passkey_offer');
    return taken.ok && taken.rows;
  } catch (error) {
    logError('passkey.offer_unreadable', `Whether to offer a passkey could not be read: ${String(error)}`);
    return false;
  }
}

export async function declinePasskeyOffer(): Promise<Result> {
  const acting = await actingViewer();
  return acting.ok ? callAsViewer(acting.viewer, 'decline_passkey_offer') : acting;
}

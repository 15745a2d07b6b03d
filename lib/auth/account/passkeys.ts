import 'server-only';
import { readAccount } from '../../proofs/read-account.ts';
import type { Result } from '../../result.ts';
import { peekPasskeys } from '../../session/offered-passkeys.ts';
import type { Viewer } from '../../session/viewer.ts';
import { shortenAddress } from '../../shorten-address.ts';
import { type Passkey, readPasskeys } from '../passkey/read-passkeys.ts';
import { readSignInMethods, type SignInMethods } from './sign-in-methods.ts';

export type { Passkey };

/** @returns the oldest first; refuses as every read of a session does. */
export function listPasskeys(viewer: Viewer): Promise<Result<{ passkeys: Passkey[] }>> {
  return readPasskeys(viewer);
}

/** Password managers show this. Auth has no name for an account without an email. */
type PasskeyNames = { name: string; displayName: string };

/** The e-mail, else the wallet that began the account, shortened, else its code. @returns what reading the account refuses with. */
export async function namePasskeyOwner(viewer: Viewer): Promise<Result<PasskeyNames>> {
  const [account, read] = await Promise.all([
    readAccount(viewer),
    viewer.email ? null : readSignInMethods(viewer),
  ]);
  if (!account.ok) return account;
  return { ok: true, ...nameOwner(viewer, account, read?.ok ? read.signInMethods : null) };
}

type Named = { code: string; displayName: string | null };

function nameOwner(
  { email }: Viewer,
  { code, displayName }: Named,
  signInMethods: SignInMethods | null,
): PasskeyNames {
  const wallet = signInMethods?.identities.find(({ kind }) => kind === 'wallet');
  const name = email || (wallet && shortenAddress(wallet.who)) || code;
  return { name, displayName: displayName ?? name };
}

/** Whose passkeys they are, as password managers know it (WebAuthn's Signal API). */
export type PasskeyHolder = {
  rpId: string;
  /** Base64url. Auth's handle of an account is its id as text. */
  userId: string;
};

/** @returns null where no passkeys are offered. */
export async function identifyPasskeyHolder(viewer: Viewer): Promise<PasskeyHolder | null> {
  const offered = await peekPasskeys();
  if (!offered.isOffered) return null;
  return { rpId: offered.rpId, userId: Buffer.from(viewer.id).toString('base64url') };
}

/** Sent to password managers, so that what they show of an account stays true. */
export type PasskeyOwner = PasskeyHolder & PasskeyNames;

/**
 * For a page that has read the account and its sign-in methods.
 * @returns null where no passkeys are offered, or the account has none.
 */
export async function describePasskeyOwner(
  viewer: Viewer,
  account: Named,
  signInMethods: SignInMethods,
): Promise<PasskeyOwner | null> {
  const holder = signInMethods.passkeys > 0 ? await identifyPasskeyHolder(viewer) : null;
  return holder && { ...holder, ...nameOwner(viewer, account, signInMethods) };
}

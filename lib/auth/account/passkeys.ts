import 'server-only';
import { readAccount } from '../../proofs/read-account.ts';
import type { Result } from '../../result.ts';
import { peekPasskeys } from '../../session/offered-passkeys.ts';
import type { Viewer } from '../../session/viewer.ts';
import { shortenAddress } from '../../shorten-address.ts';
import { type Passkey, readPasskeys } from '../passkey/read-passkeys.ts';
import { readSignInMethods, type SignInMethods } from './sign-in-methods.ts';

export type { Passkey };

export function listPasskeys(viewer: Viewer): Promise<Result<{ passkeys: Passkey[] }>> {
  return readPasskeys(viewer);
}

/** Password managers show these names. */
type PasskeyNames = { name: string; displayName: string };

/** The email, else the shortened address of the wallet that created the account, else its code. Refuses like `readAccount`. */
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

/** For a page that has read the account and its sign-in methods. @returns null if passkeys are off or the account has none. */
export async function describePasskeyOwner(
  viewer: Viewer,
  account: Named,
  signInMethods: SignInMethods,
): Promise<PasskeyOwner | null> {
  const holder = signInMethods.passkeys > 0 ? await identifyPasskeyHolder(viewer) : null;
  return holder && { ...holder, ...nameOwner(viewer, account, signInMethods) };
}

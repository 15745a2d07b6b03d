import 'server-only';
import { readAccount } from '../../proofs/read-account.ts';
import type { Failure } from '../../result.ts';
import { shortenAddress } from '../../shorten-address.ts';
import { glanceAtPasskeys } from '../passkey/offered-passkeys.ts';
import { type Passkey, readPasskeys } from '../passkey/read-passkeys.ts';
import type { Viewer } from '../session/viewer.ts';
import { readSignInMethods } from './sign-in-methods.ts';

export type { Passkey };

/** @returns the oldest first; refuses as every read of a session does. */
export function listPasskeys(viewer: Viewer): Promise<{ ok: true; passkeys: Passkey[] } | Failure> {
  return readPasskeys(viewer);
}

/** What password managers show of an account. Auth knows nothing to call one without an e-mail. */
export type PasskeyNames = { name: string; displayName: string };

/** The e-mail, else the wallet that began the account, shortened, else its code. @returns what reading the account refuses with. */
export async function namePasskeyOwner(viewer: Viewer): Promise<({ ok: true } & PasskeyNames) | Failure> {
  const account = await readAccount(viewer);
  if (!account.ok) return account;
  const name = viewer.email || (await findWallet(viewer)) || account.code;
  return { ok: true, name, displayName: account.displayName ?? name };
}

async function findWallet(viewer: Viewer): Promise<string | null> {
  const read = await readSignInMethods(viewer);
  const wallet = read.ok ? read.ways.identities.find(({ kind }) => kind === 'wallet') : undefined;
  return wallet ? shortenAddress(wallet.who) : null;
}

/** What password managers are told about an account, so that what they show of it stays true (WebAuthn's Signal API). */
export type PasskeyOwner = PasskeyNames & {
  rpId: string;
  /** Base64url. Auth's handle of an account is its id as text. */
  userId: string;
};

/** @returns null where no passkeys are offered, or the account can't be read now. */
export async function describePasskeyOwner(viewer: Viewer): Promise<PasskeyOwner | null> {
  const [offered, named] = await Promise.all([glanceAtPasskeys(), namePasskeyOwner(viewer)]);
  if (!offered.isOffered || !named.ok) return null;
  const { name, displayName } = named;
  return { rpId: offered.rpId, userId: Buffer.from(viewer.id).toString('base64url'), name, displayName };
}

import 'server-only';
import type { Failure } from '../../result.ts';
import type { Viewer } from '../session/viewer.ts';

/** A passkey of the account, as its owner recognises it. */
export type Passkey = {
  id: string;
  /** Base64url. What password managers know it by. */
  credentialId: string;
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
  /** Kept by a password manager on more than one device. */
  isSynced: boolean;
  /** Set up or kept here; one that is not counts for nothing until its owner keeps it. */
  isConfirmed: boolean;
};

/** What password managers are told about an account: to keep what they show of it in step (WebAuthn's Signal API). */
export type PasskeyOwner = {
  rpId: string;
  /** Base64url of the 36 characters of the account's id. */
  userId: string;
  name: string;
  displayName: string;
};

/** @returns the oldest first; refuses as every read of a session does. */
export async function listPasskeys(_viewer: Viewer): Promise<{ ok: true; passkeys: Passkey[] } | Failure> {
  throw new Error('not built yet');
}

/** @returns null where no passkeys are offered, or the account can't be read now. */
export async function describePasskeyOwner(_viewer: Viewer): Promise<PasskeyOwner | null> {
  throw new Error('not built yet');
}

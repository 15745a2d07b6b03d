import 'server-only';
import type { Scope } from '../apps/scopes.ts';
import type { Viewer } from '../auth/session/viewer.ts';

/** What an app asks to be shown of a wallet, beyond the scope `wallets`. */
export type WantedWallet = {
  want: 'any' | 'new' | { address: string };
  /** Like `solana:mainnet`. */
  chain: string;
  /** How old the proof may be; null when any proof that stands will do. */
  maxAgeSeconds: number | null;
};

/** One request of an app, at the step where it waits for its person. */
export type Interaction = {
  id: string;
  step: 'login' | 'consent';
  clientId: string;
  /** Asked for by the app. */
  scopes: Scope[];
  /** Of those, what its grant doesn't allow yet. */
  missingScopes: Scope[];
  wallet: WantedWallet | null;
  /** Why it waits, in the library's words and ours. */
  reasons: string[];
  /** Who was signed in when the step began, or null. At consent it is who has to answer. */
  accountId: string | null;
  /** Epoch seconds. */
  startedAt: number;
  /** Whoever is signed in has to sign in once more: the app asked for it, or their sign-in is too old for it. */
  mustSignInAgain: boolean;
  /** The app asks for a second factor, and this session has given none. */
  mustGiveSecondFactor: boolean;
  /** Where the answer goes, to be shown larger than the app's name. */
  redirectHost: string;
};

/** @returns null where it is over, was never there, or is another browser's, alike. */
export async function findInteraction(_id: string): Promise<Interaction | null> {
  return null;
}

/**
 * Somebody has signed in as the app asked. Only for route handlers: it uses the step up.
 * @returns the address to go on at. Throws InteractionOver.
 */
export async function finishLogin(_id: string, _viewer: Viewer): Promise<string> {
  throw new InteractionOver();
}

/**
 * The person has agreed. Only for route handlers: it uses the step up.
 * @param grantId of `give_oauth_grant`.
 * @returns the address to go on at. Throws InteractionOver, also where the viewer isn't who was asked.
 */
export async function finishConsent(_id: string, _viewer: Viewer, _grantId: string): Promise<string> {
  throw new InteractionOver();
}

/**
 * The person goes back to the app without agreeing. Only for route handlers: it uses the step up.
 * @returns the address to go on at. Throws InteractionOver.
 */
export async function denyInteraction(_id: string, _viewer: Viewer | null): Promise<string> {
  throw new InteractionOver();
}

/** The step was used, has ended, or is another browser's or somebody else's: `app.request_expired`. */
export class InteractionOver extends Error {}

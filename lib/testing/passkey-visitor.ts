import type { SupabaseClient } from '@supabase/supabase-js';
import {
  authenticate,
  type LocalSupabase,
  makePasskey,
  register,
  type SoftAnswer,
  type SoftPasskey,
  siteRpId,
} from 'local-supabase/testing';
import type { PasskeyRequest } from '../auth/passkey/passkey-options.ts';
import { AssertionCredential, RegistrationCredential } from '../auth/passkey/passkey-schemas.ts';
import type { Failure } from '../result.ts';
import { siteOnBackend } from './point-site-at.ts';

/** The server's side of passkeys, imported once the environment is set. */
export type PasskeyServer = Awaited<ReturnType<typeof openPasskeyServer>>;

export async function openPasskeyServer() {
  const [signIn, stepUp, change, own] = await Promise.all([
    import('../auth/sign-in/sign-in-with-passkey.ts'),
    import('../auth/step-up/confirm-it-is-you.ts'),
    import('../auth/account/change-passkey.ts'),
    import('../auth/account/passkeys.ts'),
  ]);
  return { ...signIn, ...stepUp, ...change, ...own };
}

/** `siteOnBackend`, with the server's side of passkeys once the tests begin. The refusals that it logs for operators aren't printed. */
export function passkeysOnBackend(): { backend: LocalSupabase; server: PasskeyServer } {
  const backend = siteOnBackend();
  const server = {} as PasskeyServer;
  beforeAll(async () => void Object.assign(server, await openPasskeyServer()));
  beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());
  afterEach(() => jest.restoreAllMocks());
  return { backend, server };
}

export function begun<Begun extends { ok: true }>(result: Begun | Failure): Begun {
  if (!result.ok) throw new Error(result.code);
  return result;
}

/** Adds a passkey to the account of this browser's user. Throws the refusal. */
export async function addPasskeyHere(
  server: PasskeyServer,
  passkey: SoftPasskey = makePasskey(),
): Promise<{ passkey: SoftPasskey; id: string; name: string }> {
  const { ticket, options } = begun(await server.startAddingPasskey());
  const credential = RegistrationCredential.parse(register(passkey, withRpId(options)));
  const { id, name } = begun(await server.addPasskey({ ticket, credential }));
  return { passkey, id, name };
}

type CreationOptions = Parameters<typeof register>[1];
function withRpId(
  options: Pick<PublicKeyCredentialCreationOptionsJSON, 'challenge' | 'rp' | 'user'>,
): CreationOptions {
  const { challenge, rp, user } = options;
  return { challenge, rp: { ...(rp.id !== undefined && { id: rp.id }) }, user: { id: user.id } };
}

/** A browser's response to a challenge, as the action's schema returns it. */
export function answer(
  { ticket, options }: PasskeyRequest,
  passkey: SoftPasskey,
  changes: SoftAnswer = {},
): { ticket: string; credential: AssertionCredential } {
  const { challenge, rpId = siteRpId } = options;
  return {
    ticket,
    credential: AssertionCredential.parse(authenticate(passkey, { challenge, rpId }, changes)),
  };
}

export async function signInHere(server: PasskeyServer, passkey: SoftPasskey, changes: SoftAnswer = {}) {
  return server.signInWithPasskey(answer(begun(await server.startPasskeySignIn()), passkey, changes));
}

export async function confirmHere(server: PasskeyServer, passkey: SoftPasskey, changes: SoftAnswer = {}) {
  return server.confirmByPasskey(answer(begun(await server.startPasskeyStepUp()), passkey, changes));
}

/** Registers a passkey directly at Auth with the account's token. */
export async function addAtAuth({ auth }: Pick<SupabaseClient, 'auth'>): Promise<SoftPasskey> {
  const begun = await auth.passkey.startRegistration();
  if (begun.error) throw begun.error;
  const passkey = makePasskey();
  const { error } = await auth.passkey.verifyRegistration({
    challengeId: begun.data.challenge_id,
    credential: register(passkey, withRpId(begun.data.options)) as never,
  });
  if (error) throw error;
  return passkey;
}

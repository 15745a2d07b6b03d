import { passkeyMakingErrors, passkeyUseErrors } from '@/lib/errors/passkey-ceremony';
import type { Problem } from '@/lib/problem';

export type UsedPasskey = Answered<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
}>;

export type MadePasskey = Answered<{
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}>;

type Answered<Response> = {
  id: string;
  rawId: string;
  type: string;
  authenticatorAttachment?: string;
  clientExtensionResults: Record<string, never>;
  response: Response;
};

type Ceremony<Credential> = { ok: true; credential: Credential } | { ok: false; problem: Problem };

type CeremonyOptions = { mediation?: CredentialMediationRequirement; signal?: AbortSignal };

// Not parse…FromJSON and toJSON: older browsers lack them, and they throw on the objects of some password managers.

/**
 * Gets an assertion. `conditional` offers passkeys in the email field's autofill list, and waits until `signal` aborts.
 * @returns a problem also if `signal` aborted; the caller must check for that.
 */
export async function getPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  { mediation, signal }: CeremonyOptions = {},
): Promise<Ceremony<UsedPasskey>> {
  return run<AuthenticatorAssertionResponse, UsedPasskey['response']>(
    (name) => {
      const code = name === 'SecurityError' ? 'passkey.wrong_address' : 'passkey.not_used';
      return { code, ...passkeyUseErrors[code] };
    },
    () =>
      navigator.credentials.get({
        publicKey: {
          ...options,
          challenge: readBase64url(options.challenge),
          allowCredentials: options.allowCredentials?.map(readDescriptor),
        } as PublicKeyCredentialRequestOptions,
        ...(mediation && { mediation }),
        ...(signal && { signal }),
      }),
    ({ clientDataJSON, authenticatorData, signature, userHandle }) => ({
      clientDataJSON: writeBase64url(clientDataJSON),
      authenticatorData: writeBase64url(authenticatorData),
      signature: writeBase64url(signature),
      ...(userHandle && { userHandle: writeBase64url(userHandle) }),
    }),
  );
}

/** Creates a passkey. `options` come from `startAddingPasskeyAction`. */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
  { signal }: Pick<CeremonyOptions, 'signal'> = {},
): Promise<Ceremony<MadePasskey>> {
  return run<AuthenticatorAttestationResponse, MadePasskey['response']>(
    (name) => {
      if (name === 'SecurityError') {
        const code = 'passkey.wrong_address';
        return { code, ...passkeyUseErrors[code] };
      }
      const code = name === 'InvalidStateError' ? 'passkey.already_here' : 'passkey.not_made';
      return { code, ...passkeyMakingErrors[code] };
    },
    () =>
      navigator.credentials.create({
        publicKey: {
          ...options,
          challenge: readBase64url(options.challenge),
          user: { ...options.user, id: readBase64url(options.user.id) },
          excludeCredentials: options.excludeCredentials?.map(readDescriptor),
        } as PublicKeyCredentialCreationOptions,
        ...(signal && { signal }),
      }),
    (response) => ({
      clientDataJSON: writeBase64url(response.clientDataJSON),
      attestationObject: writeBase64url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    }),
  );
}

function readDescriptor(one: PublicKeyCredentialDescriptorJSON) {
  return { ...one, id: readBase64url(one.id) };
}

async function run<From extends AuthenticatorResponse, Response>(
  /** Maps a DOMException's name to a problem. Most names mean only that the ceremony didn't complete. */
  explain: (name: string | undefined) => Problem,
  ask: () => Promise<Credential | null>,
  write: (response: From) => Response,
): Promise<Ceremony<Answered<Response>>> {
  try {
    const { rawId, type, authenticatorAttachment, response } = (await ask()) as PublicKeyCredential;
    const id = writeBase64url(rawId);
    return {
      ok: true,
      credential: {
        id,
        rawId: id,
        type,
        ...(authenticatorAttachment && { authenticatorAttachment }),
        clientExtensionResults: {},
        response: write(response as From),
      },
    };
  } catch (error) {
    return { ok: false, problem: explain((error as DOMException | null)?.name) };
  }
}

/** Signals password managers that no account has this passkey, so that they stop offering it. */
export function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  return signal('signalUnknownCredential', { rpId, credentialId });
}

/** Signals all passkeys of the account: password managers hide any other. `userId`: base64url of the UUID's text. */
export function signalAll(
  rpId: string,
  userId: string,
  allAcceptedCredentialIds: readonly string[],
): Promise<void> {
  return signal('signalAllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds });
}

/** Signals the account's current name. `userId` as in `signalAll`. */
export function signalDetails(
  rpId: string,
  userId: string,
  name: string,
  displayName: string,
): Promise<void> {
  return signal('signalCurrentUserDetails', { rpId, userId, name, displayName });
}

type Signals = Record<string, ((told: object) => Promise<void>) | undefined>;

/** Never rejects: most browsers lack these methods, and callers don't wait. */
async function signal(name: string, told: object): Promise<void> {
  try {
    await (PublicKeyCredential as unknown as Signals)[name]?.(told);
  } catch {
    // A password manager that fails keeps its passkeys as they are.
  }
}

/** @throws if the text isn't base64url. */
function readBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
}

function writeBase64url(bytes: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

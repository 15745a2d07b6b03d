import type { z } from 'zod';
import { type AuthenticationCredential, verificationFailed } from './credential.ts';
import type { Expected } from './expected.ts';
import type { StoredPasskey } from './stored-passkeys.ts';

/**
 * Verifies an assertion and returns its sign count. As at Auth, user verification is not required, a lower sign count
 * and framed pages are accepted, and a changed backup eligibility is refused. Throws AuthError 400.
 */
export async function checkAuthentication(
  { rawId: id, response }: z.infer<typeof AuthenticationCredential>,
  passkey: StoredPasskey,
  { challenge, rpId, origins }: Expected,
): Promise<number> {
  // Loaded on demand, to keep it out of startup.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: {
      // The library requires both to be equal; Auth reads only `rawId`.
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedTopOrigin: readTopOrigin(response.clientDataJSON),
    expectedRPID: rpId,
    requireUserVerification: false,
    credential: {
      id,
      publicKey: Uint8Array.from(passkey.public_key),
      // Below any count, so the library never refuses one for decreasing.
      counter: -1,
    },
  }).catch(() => undefined);
  if (!checked?.verified) throw verificationFailed();
  const { newCounter, credentialDeviceType } = checked.authenticationInfo;
  if (passkey.backup_eligible !== (credentialDeviceType === 'multiDevice')) throw verificationFailed();
  return newCounter;
}

/** The client's own value, so that the library accepts any. */
function readTopOrigin(clientDataJSON: string): string | undefined {
  try {
    const { topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof topOrigin === 'string' ? topOrigin : undefined;
  } catch {
    return undefined;
  }
}

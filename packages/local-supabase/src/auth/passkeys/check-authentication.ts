import type { z } from 'zod';
import { type AuthenticationCredential, verificationFailed } from './credential.ts';
import type { Expected } from './expected.ts';
import type { StoredPasskey } from './stored-passkeys.ts';

/**
 * Checks an assertion and returns its sign count. As at Auth, user verification, a lower sign count and framing don't
 * matter; eligibility for backup must not change. Throws AuthError 400.
 */
export async function checkAuthentication(
  { rawId: id, response }: z.infer<typeof AuthenticationCredential>,
  passkey: StoredPasskey,
  { challenge, rpId, origins }: Expected,
): Promise<number> {
  // Loads the library only for someone who signs in with a passkey.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: {
      // The library wants both alike, Auth reads only one.
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
      // Less than any that can be sent, so that none has gone back.
      counter: -1,
    },
  }).catch(() => undefined);
  if (!checked?.verified) throw verificationFailed();
  const { newCounter, credentialDeviceType } = checked.authenticationInfo;
  if (passkey.backup_eligible !== (credentialDeviceType === 'multiDevice')) throw verificationFailed();
  return newCounter;
}

/** Whatever it is, it is expected. */
function readTopOrigin(clientDataJSON: string): string | undefined {
  try {
    const { topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof topOrigin === 'string' ? topOrigin : undefined;
  } catch {
    return undefined;
  }
}

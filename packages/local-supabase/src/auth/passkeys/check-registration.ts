import type { z } from 'zod';
import { type RegistrationCredential, verificationFailed } from './credential.ts';
import { keyAlgorithms } from './describe-options.ts';
import type { Expected } from './expected.ts';
import { nameAuthenticator } from './name-authenticator.ts';
import type { NewPasskey } from './stored-passkeys.ts';

export async function checkRegistration(
  { response }: z.infer<typeof RegistrationCredential>,
  { challenge, rpId, origins }: Expected,
): Promise<NewPasskey> {
  // Loaded on demand, to keep it out of startup.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  // Auth reads the credential ID only from the attestation; the library requires `id` and `rawId` to be equal.
  const id = 'unread';
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: [...keyAlgorithms],
  }).catch(() => undefined);
  if (!checked?.verified) throw verificationFailed();
  const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    attestationType: fmt,
    aaguid,
    signCount: credential.counter,
    transports: response.transports ?? [],
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    name: nameAuthenticator(aaguid),
  };
}

import type { PasskeySettings } from '../../core/passkey-settings.ts';
import type { User } from '../users.ts';
import type { StoredPasskey } from './stored-passkeys.ts';

/** COSE algorithms that Auth accepts, in its order: ES, RS and PS with three hashes each, and EdDSA. */
export const keyAlgorithms = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8] as const;

const timeout = 300_000;
const userVerification = 'preferred';

/** `PublicKeyCredentialRequestOptionsJSON`. Lists no credentials, so the browser offers all it has for the site. */
export function describeRequest(challenge: string, rpId: string) {
  return { challenge, timeout, rpId, userVerification };
}

/** `PublicKeyCredentialCreationOptionsJSON` for another passkey of this account. */
export function describeCreation(
  challenge: string,
  { settings, user, known }: { settings: PasskeySettings; user: User; known: StoredPasskey[] },
) {
  const name = user.email || user.phone || '';
  const personsName = user.raw_user_meta_data?.name;
  const ids = known.map(({ credential_id: id }) => Buffer.from(id).toString('base64url'));
  return {
    rp: { name: settings.siteName, id: settings.rpId },
    user: {
      name,
      displayName: typeof personsName === 'string' && personsName !== '' ? personsName : name,
      // The ID's text, not its bytes.
      id: Buffer.from(user.id).toString('base64url'),
    },
    challenge,
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: ids.length === 0 ? undefined : ids.map((id) => ({ type: 'public-key', id })),
    authenticatorSelection: { residentKey: 'required', userVerification },
    attestation: 'none',
  };
}

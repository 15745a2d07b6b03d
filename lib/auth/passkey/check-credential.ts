import { z } from 'zod';
import { environment } from '../../env.ts';
import { fail, type Result } from '../../result.ts';
import type { AssertionCredential, RegistrationCredential } from './passkey-schemas.ts';

/** Layout of the authenticator data: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
const bytesBeforeFlags = 32;
const userVerified = 0x04;

const ClientData = z.object({
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.unknown().optional(),
});

/**
 * Checks what Auth doesn't: user verification, framing, and this site's origin, since Auth accepts each that the project lists. Call it
 * before Auth, so that a bad answer opens no session; rely on it once Auth has verified the signature. `passkey.not_verified`, `.refused`.
 */
export function checkAssertion({ response }: AssertionCredential): Result {
  if (!isOfThisSite(response.clientDataJSON)) return fail('passkey.refused');
  return checkFlags(Buffer.from(response.authenticatorData, 'base64url'));
}

/** Checks a new passkey likewise. It isn't signed; this spares users a useless one. @returns the attested credential id, base64url. */
export function checkRegistrationResponse({
  id,
  response,
}: RegistrationCredential): Result<{ credentialId: string }> {
  if (!isOfThisSite(response.clientDataJSON)) return fail('passkey.refused');
  const data = findAuthenticatorData(Buffer.from(response.attestationObject, 'base64url'));
  if (!data) return fail('passkey.refused');
  const checked = checkFlags(data);
  if (!checked.ok) return checked;
  const attested = readCredentialId(data);
  if (!attested?.equals(Buffer.from(id, 'base64url'))) return fail('passkey.refused');
  return { ok: true, credentialId: attested.toString('base64url') };
}

function checkFlags(data: Buffer): Result {
  const flags = data[bytesBeforeFlags];
  if (flags === undefined) return fail('passkey.refused');
  return (flags & userVerified) === 0 ? fail('passkey.not_verified') : { ok: true };
}

/** Whether a page of this site created the credential, outside any frame. False for malformed client data. */
function isOfThisSite(clientDataJson: string): boolean {
  try {
    const read = ClientData.safeParse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()));
    if (!read.success) return false;
    const { origin, crossOrigin, topOrigin } = read.data;
    return origin === new URL(environment().siteUrl).origin && !crossOrigin && topOrigin === undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** CBOR: an eight-byte text as the key; then a byte string, whose length is in the one or two bytes after its head. */
const keyOfData = Buffer.concat([Buffer.from([0x60 + 8]), Buffer.from('authData')]);

/** The flags precede a counter of 4 bytes, the AAGUID of 16 bytes and the id's length of 2 bytes. */
const bytesBeforeLength = bytesBeforeFlags + 1 + 4 + 16;

function readCredentialId(data: Buffer): Buffer | null {
  if (data.length < bytesBeforeLength + 2) return null;
  const start = bytesBeforeLength + 2;
  const id = data.subarray(start, start + data.readUInt16BE(bytesBeforeLength));
  return id.length > 0 && id.length === data.readUInt16BE(bytesBeforeLength) ? id : null;
}

function findAuthenticatorData(attestation: Buffer): Buffer | null {
  const at = attestation.lastIndexOf(keyOfData);
  if (at < 0) return null;
  const head = at + keyOfData.length;
  const start = { 88: head + 2, 89: head + 3 }[attestation[head] ?? 0];
  return start === undefined ? null : attestation.subarray(start);
}

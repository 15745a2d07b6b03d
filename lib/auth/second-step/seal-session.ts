import 'server-only';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyedHash } from '../../limits/keyed-hash.ts';
import type { StoredSession } from '../../supabase/cookies.ts';

/** AES-256-GCM with nonces and tags of the lengths that NIST SP 800-38D recommends. */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The session with tokens that only this server can read. Whoever holds it can hand it back and use it for nothing else:
 * under the name of the session cookie it is no session.
 */
export function sealSession(session: StoredSession): StoredSession {
  return {
    ...session,
    access_token: seal(session.access_token),
    refresh_token: seal(session.refresh_token),
  };
}

/** @returns null when this server, with its secret key of now, did not seal it. */
export function openSealedSession(session: StoredSession): StoredSession | null {
  const accessToken = open(session.access_token);
  const refreshToken = open(session.refresh_token);
  return accessToken && refreshToken
    ? { ...session, access_token: accessToken, refresh_token: refreshToken }
    : null;
}

function seal(text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sealingKey(), nonce, { authTagLength: tagBytes });
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

function open(sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return null;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, sealingKey(), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // Not sealed here, or changed since: nothing else makes these two throw.
    return null;
  }
}

function sealingKey(): Buffer {
  return keyedHash('waiting session', []);
}

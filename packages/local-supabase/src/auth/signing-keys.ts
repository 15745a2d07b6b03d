import {
  createLocalJWKSet,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Database } from '../core/database.ts';
import {
  makeStoredKey,
  publicPartOf,
  readStoredKeys,
  removeOtherKeys,
  type StoredKey,
} from './stored-keys.ts';

export interface SigningKeys {
  /** The public keys of /.well-known/jwks.json, the signing key first. */
  keySet(): JSONWebKeySet;
  sign(claims: JWTPayload): Promise<string>;
  /**
   * Throws jose's errors unless one of these keys signed the token and it is within its times.
   * @param expected defaults to Auth's issuer and the audience `authenticated`
   */
  verify(token: string, expected?: JWTVerifyOptions): Promise<JWTPayload>;
  /** Signs with a new key from now on. Tokens signed with older keys stay valid until those are removed. */
  rotate(): Promise<void>;
  /** Removes all keys but the signing one. Sessions whose token an older key signed must refresh. */
  removeOld(): Promise<void>;
}

export async function loadSigningKeys(database: Database, issuer: string): Promise<SigningKeys> {
  const stored = await readStoredKeys(database);
  const [newest = await makeStoredKey(database), ...older] = stored;
  let held = await loadKeys(newest, older);
  return {
    keySet: () => held.keySet,
    sign: (claims) => held.sign(claims),
    verify: async (token, expected = { issuer, audience: 'authenticated' }) =>
      (await jwtVerify(token, held.find, { ...expected, algorithms: ['ES256'] })).payload,
    rotate: async () => {
      held = await loadKeys(await makeStoredKey(database), held.stored);
    },
    removeOld: async () => {
      const [signing] = held.stored;
      await removeOtherKeys(database, signing.kid);
      held = await loadKeys(signing, []);
    },
  };
}

async function loadKeys(newest: StoredKey, older: StoredKey[]) {
  const stored: [StoredKey, ...StoredKey[]] = [newest, ...older];
  const keySet = { keys: stored.map(publicPartOf) };
  const privateKey = await importJWK(newest, 'ES256');
  return {
    stored,
    keySet,
    find: createLocalJWKSet(keySet),
    sign: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: newest.kid, typ: 'JWT' }).sign(privateKey),
  };
}

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
  /** The public keys of /.well-known/jwks.json, the signing one first. */
  keySet(): JSONWebKeySet;
  sign(claims: JWTPayload): Promise<string>;
  /**
   * Throws jose's errors unless the token is ours and neither expired nor early.
   * @param expected if left out: that Auth made it, for people
   */
  verify(token: string, expected?: JWTVerifyOptions): Promise<JWTPayload>;
  /** From now on a new key signs. Tokens that older keys signed stay good until those are removed. */
  rotate(): Promise<void>;
  /** Leaves the one key that signs. Anyone who holds a token of an older one has to refresh. */
  removeOld(): Promise<void>;
}

export async function loadSigningKeys(database: Database, issuer: string): Promise<SigningKeys> {
  const stored = await readStoredKeys(database);
  const [newest = await makeStoredKey(database), ...older] = stored;
  let held = await hold(newest, older);
  return {
    keySet: () => held.keySet,
    sign: (claims) => held.sign(claims),
    verify: async (token, expected = { issuer, audience: 'authenticated' }) =>
      (await jwtVerify(token, held.find, { ...expected, algorithms: ['ES256'] })).payload,
    rotate: async () => {
      held = await hold(await makeStoredKey(database), held.stored);
    },
    removeOld: async () => {
      const [signing] = held.stored;
      await removeOtherKeys(database, signing.kid);
      held = await hold(signing, []);
    },
  };
}

async function hold(newest: StoredKey, older: StoredKey[]) {
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

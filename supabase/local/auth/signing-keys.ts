import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../core/database.ts';
import {
  makeStoredKey,
  publicPartOf,
  readStoredKeys,
  removeOtherKeys,
  type StoredKey,
} from './stored-keys.ts';

export interface SigningKeys {
  /** What /.well-known/jwks.json shows: public keys only, the one that signs first. */
  keySet(): JSONWebKeySet;
  sign(claims: JWTPayload): Promise<string>;
  /** Throws jose's errors unless the token is ours, for people, and neither expired nor early. */
  verify(token: string): Promise<JWTPayload>;
  /** From now on a new key signs. Tokens that older keys signed stay good until those are removed. */
  rotate(): Promise<void>;
  /** Leaves the one key that signs. Whoever holds a token of an older one has to refresh. */
  removeOld(): Promise<void>;
}

/** Reads the keys from the database, or makes the first one. */
export async function loadSigningKeys(database: Database, issuer: string): Promise<SigningKeys> {
  const stored = await readStoredKeys(database);
  const [newest = await makeStoredKey(database), ...older] = stored;
  let held = await hold(newest, older);
  return {
    keySet: () => held.keySet,
    sign: (claims) => held.sign(claims),
    verify: async (token) => {
      const expected = { algorithms: ['ES256'], issuer, audience: 'authenticated' };
      return (await jwtVerify(token, held.find, expected)).payload;
    },
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

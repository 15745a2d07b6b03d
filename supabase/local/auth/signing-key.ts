import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { z } from 'zod';
import type { Database } from '../database.ts';

export interface SigningKey {
  /** What /.well-known/jwks.json shows: public keys only. */
  keySet: { keys: JWK[] };
  sign(claims: JWTPayload): Promise<string>;
  /** Throws jose's errors unless the token is ours, for people, and neither expired nor early. */
  verify(token: string): Promise<JWTPayload>;
}

const StoredKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
});

/** Reads the ES256 key from the database, or makes it on first start, so that sessions outlive restarts. */
export async function loadSigningKey(database: Database, issuer: string): Promise<SigningKey> {
  const { d, ...publicPart } = StoredKey.parse(
    (await readStoredKey(database)) ?? (await makeStoredKey(database)),
  );
  const publicJwk: JWK = { ...publicPart, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  const privateKey = await importKey({ ...publicPart, d });
  const publicKey = await importKey(publicJwk);
  return {
    keySet: { keys: [publicJwk] },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: publicPart.kid, typ: 'JWT' })
        .sign(privateKey),
    verify: async (token) => {
      const expected = { algorithms: ['ES256'], issuer, audience: 'authenticated' };
      return (await jwtVerify(token, publicKey, expected)).payload;
    },
  };
}

async function readStoredKey(database: Database): Promise<unknown> {
  const rows = await database.transact('superuser', (query) =>
    query('select private_jwk from local_supabase.signing_keys order by created_at desc limit 1'),
  );
  return rows[0]?.private_jwk;
}

async function makeStoredKey(database: Database): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const stored = { ...jwk, kid: await calculateJwkThumbprint(jwk) };
  await database.transact('superuser', (query) =>
    query('insert into local_supabase.signing_keys (kid, private_jwk) values ($1, $2)', [stored.kid, stored]),
  );
  return stored;
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new Error('An ES256 key is never a shared secret.');
  return key;
}

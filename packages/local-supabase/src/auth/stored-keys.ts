import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import type { Database } from '../core/database.ts';

/** An ES256 key as stored. `d` is the private part. */
const StoredKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
});
export type StoredKey = z.infer<typeof StoredKey>;

/** Newest first. Stored so that sessions survive restarts. */
export async function readStoredKeys(database: Database): Promise<StoredKey[]> {
  const rows = await database.transact('superuser', (query) =>
    query<{ private_jwk: unknown }>(
      'select private_jwk from local_supabase.signing_keys order by created_at desc, kid',
    ),
  );
  return rows.map((row) => StoredKey.parse(row.private_jwk));
}

export async function makeStoredKey(database: Database): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const stored = StoredKey.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
  await database.transact('superuser', (query) =>
    query('insert into local_supabase.signing_keys (kid, private_jwk) values ($1, $2)', [stored.kid, stored]),
  );
  return stored;
}

export async function removeOtherKeys(database: Database, kid: string): Promise<void> {
  await database.transact('superuser', (query) =>
    query('delete from local_supabase.signing_keys where kid <> $1', [kid]),
  );
}

export function publicPartOf({ d: _private, ...rest }: StoredKey): JWK {
  return { ...rest, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}

import type { Query } from '../../core/database.ts';
import { AuthError, DatabaseRefusal } from '../auth-error.ts';
import { uuidForm } from '../require-viewer.ts';
import { firstOf } from '../users.ts';

export interface StoredPasskey {
  id: string;
  user_id: string;
  credential_id: Uint8Array;
  public_key: Uint8Array;
  backup_eligible: boolean;
  friendly_name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Supabase's default. */
const mostPasskeys = 10;

export async function listPasskeys(query: Query, userId: string): Promise<StoredPasskey[]> {
  return query<StoredPasskey>(
    'select * from auth.webauthn_credentials where user_id = $1 order by created_at, id',
    [userId],
  );
}

/** Throws AuthError 404 for an unknown passkey, and the same for another account's. */
export async function findPasskey(
  query: Query,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<StoredPasskey> {
  const notFound = new AuthError(404, 'validation_failed', 'Passkey not found');
  if (!uuidForm.test(passkeyId)) throw notFound;
  const [passkey] = await query<StoredPasskey>(
    'select * from auth.webauthn_credentials where id = $1 and user_id = $2',
    [passkeyId, userId],
  );
  if (!passkey) throw notFound;
  return passkey;
}

/** Throws AuthError 422 if the account has the maximum number of passkeys. */
export async function requireRoomForPasskey(query: Query, userId: string): Promise<void> {
  if ((await listPasskeys(query, userId)).length < mostPasskeys) return;
  throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
}

export interface NewPasskey {
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  attestationType: string;
  aaguid: string;
  signCount: number;
  transports: string[];
  isBackupEligible: boolean;
  isBackedUp: boolean;
  name: string;
}

/** Throws DatabaseRefusal if any account has this credential ID, as Auth does, contrary to its documentation. */
export async function addPasskey(query: Query, userId: string, passkey: NewPasskey): Promise<StoredPasskey> {
  const adding = query<StoredPasskey>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up, friendly_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`,
    [
      userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.attestationType,
      passkey.aaguid,
      passkey.signCount,
      JSON.stringify(passkey.transports),
      passkey.isBackupEligible,
      passkey.isBackedUp,
      passkey.name,
    ],
  );
  return firstOf(await adding.catch(refuseTakenCredential));
}

function refuseTakenCredential(error: Error): never {
  if (!('code' in error && error.code === '23505')) throw error;
  throw new DatabaseRefusal('Database error creating passkey', {
    code: error.code,
    message: error.message,
    detail: 'detail' in error ? String(error.detail) : '',
  });
}

/** Accepts a decreased sign count, and stores the higher one. */
export async function recordUse(query: Query, passkeyId: string, signCount: number): Promise<void> {
  await query(
    `update auth.webauthn_credentials
     set last_used_at = now(), updated_at = now(), sign_count = greatest(sign_count, $2) where id = $1`,
    [passkeyId, signCount],
  );
}

export async function renamePasskey(query: Query, passkeyId: string, name: string): Promise<StoredPasskey> {
  const rows = await query<StoredPasskey>(
    `update auth.webauthn_credentials set friendly_name = $2, updated_at = now() where id = $1 returning *`,
    [passkeyId, name],
  );
  return firstOf(rows);
}

/** Sessions that the passkey started continue, as at Supabase. */
export async function removePasskey(query: Query, passkeyId: string): Promise<void> {
  await query('delete from auth.webauthn_credentials where id = $1', [passkeyId]);
}

/** As at Auth, without the credential ID and backup state. */
export function describePasskey({ id, friendly_name, created_at, last_used_at }: StoredPasskey) {
  return {
    id,
    friendly_name: friendly_name || undefined,
    created_at: new Date(created_at).toISOString(),
    last_used_at: last_used_at === null ? undefined : new Date(last_used_at).toISOString(),
  };
}

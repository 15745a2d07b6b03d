import 'server-only';
import { callFunction } from '../../supabase/call-function.ts';

/** Assumes yes after a failed query, because password managers delete unknown passkeys. Never throws. @param credentialId base64url. */
export async function isKnownToAuth(credentialId: string): Promise<boolean> {
  const known = await callFunction('is_credential_known', { p_credential_id: credentialId }).catch(
    () => null,
  );
  return known?.ok === true ? known.rows : true;
}

import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import {
  connectClient,
  firstPassword,
  type LocalSupabase,
  makeEmail,
  type SignedIn,
  signInAtAuth,
  signUpAtAuth,
} from 'local-supabase/testing';

/** Signs up, confirms by the mailed code, and gives the client with its session, which counts as one of the site's. */
export async function signUpAndConfirm(backend: LocalSupabase, email = makeEmail()): Promise<SignedIn> {
  const signedIn = await signUpAtAuth(backend, email);
  await recordAsSite(backend, signedIn.session);
  return signedIn;
}

/** Another session of the same account, which counts as one of the site's. */
export async function signInAgain(
  backend: LocalSupabase,
  email: string,
  password = firstPassword,
): Promise<SignedIn> {
  const signedIn = await signInAtAuth(backend, email, password);
  await recordAsSite(backend, signedIn.session);
  return signedIn;
}

/** The site's description of the browser. */
const siteDevice = 'Firefox on Linux';

export async function recordAsSite(
  backend: LocalSupabase,
  { access_token, user }: Session,
  method = 'password',
): Promise<void> {
  const { error } = await connectClient(backend, backend.secretKey).rpc('record_session', {
    p_user_id: user.id,
    p_session_id: decodeJwt(access_token).session_id,
    p_method: method,
    p_device: siteDevice,
  });
  if (error) throw new Error(error.message);
}

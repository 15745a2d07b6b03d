import type { Session } from '@supabase/supabase-js';
import { connectClient, signUpAtAuth } from './sign-in.ts';
import { siteUrl } from './site-url.ts';
import {
  authenticate,
  type CreationOptions,
  makePasskey,
  type RequestOptions,
  register,
  type SoftAnswer,
  type SoftPasskey,
} from './soft-authenticator.ts';
import type { LocalSupabase } from './start-local-supabase.ts';

/** Ages what only time, or an older account, could. */
const ageing = `
create function countersign.test_age_passkey_challenges() returns void language sql security definer set search_path = '' as
  $$ update auth.webauthn_challenges set expires_at = now() - interval '1 second' where true $$;
create function countersign.test_unconfirm(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set email_confirmed_at = null where id = of_user $$;
create function countersign.test_remove_email(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set email = null where id = of_user $$;
`;

/** The backend of all tests of passkeys. */
export const passkeyBackend = {
  env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0', SITE_URL: siteUrl },
  extraMigrations: { '20990101000000_test_passkeys.sql': ageing },
};

export async function callAsServer(
  backend: LocalSupabase,
  name: 'test_age_passkey_challenges' | 'test_unconfirm' | 'test_remove_email',
  given?: { of_user: string },
): Promise<void> {
  const { error } = await connectClient(backend, backend.secretKey).rpc(name, given);
  if (error) throw error;
}

interface Asked {
  /** Whose session asks; nobody's without. */
  session?: Session;
  /** Asks with the secret key. */
  isServer?: boolean;
  /** Text goes as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

type Asking = Pick<LocalSupabase, 'url' | 'publishableKey'> & Partial<Pick<LocalSupabase, 'secretKey'>>;

/** @param asked method and path, such as `GET /passkeys`. */
export function askPasskeys(backend: Asking, asked: string, given: Asked = {}): Promise<Response> {
  const [method, path] = asked.split(' ');
  const { session, body } = given;
  return fetch(`${backend.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: given.isServer ? (backend.secretKey ?? '') : backend.publishableKey,
      ...(session && { authorization: `Bearer ${session.access_token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...given.headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export interface Challenged<Options> {
  challenge_id: string;
  options: Options;
  expires_at: number;
}

export async function startRegistering(
  backend: Asking,
  session: Session,
): Promise<Challenged<CreationOptions>> {
  const answer = await askPasskeys(backend, 'POST /passkeys/registration/options', { session, body: {} });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

export async function startSigningIn(backend: Asking): Promise<Challenged<RequestOptions>> {
  const answer = await askPasskeys(backend, 'POST /passkeys/authentication/options', { body: {} });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Registers it for the account of the session, and gives what is answered. */
export async function addPasskey(
  backend: Asking,
  session: Session,
  passkey: SoftPasskey,
  changes?: SoftAnswer,
): Promise<Response> {
  const { challenge_id, options } = await startRegistering(backend, session);
  const body = { challenge_id, credential: register(passkey, options, changes) };
  return askPasskeys(backend, 'POST /passkeys/registration/verify', { session, body });
}

export async function signUpWithPasskey(backend: LocalSupabase) {
  const signedIn = await signUpAtAuth(backend);
  const passkey = makePasskey();
  const answer = await addPasskey(backend, signedIn.session, passkey);
  if (!answer.ok) throw new Error(await answer.text());
  return { ...signedIn, passkey, id: String((await answer.json()).id) };
}

/** Signs in with it, and gives what is answered. */
export async function signInWith(
  backend: Asking,
  passkey: SoftPasskey,
  changes?: SoftAnswer,
): Promise<Response> {
  const { challenge_id, options } = await startSigningIn(backend);
  const body = { challenge_id, credential: authenticate(passkey, options, changes) };
  return askPasskeys(backend, 'POST /passkeys/authentication/verify', { body });
}

/** The session of an answer to a sign-in. Throws where it was refused. */
export async function sessionFrom(answer: Response): Promise<Session> {
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

import { createChunks, stringToBase64URL } from '@supabase/ssr';
import { seal } from '../../../lib/http/seal.ts';

const cookieName = 'sb-127-auth-token';

/** The session in each app's cookie format: the library stores all of it; this site only the tokens, sealed. */
export function packSession(session, { withUser }, { SUPABASE_SECRET_KEY: secretKey }) {
  const { user, access_token, refresh_token, expires_at, expires_in, token_type } = session;
  const kept = { access_token, refresh_token, expires_at, expires_in, token_type, ...(withUser && { user }) };
  const text = JSON.stringify(kept);
  const packed = withUser
    ? `base64-${stringToBase64URL(text)}`
    : `sealed-${seal(text, { name: cookieName, secretKey })}`;
  const chunks = createChunks(cookieName, packed);
  return new Map(chunks.map(({ name, value }) => [name, value]));
}

export const writeCookieHeader = (cookies) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

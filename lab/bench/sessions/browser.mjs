import { Agent, get } from 'node:http';
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

/** The time after which a user stops waiting for a page. */
const patienceInMilliseconds = 20_000;

/** `ask(url)` returns status and location, or status 0 without a response. Responses may change `cookies`. */
export function openBrowser(cookies) {
  const agent = new Agent({ keepAlive: true });
  const ask = (url) =>
    new Promise((resolve) => {
      const headers = { cookie: writeCookieHeader(cookies) };
      const signal = AbortSignal.timeout(patienceInMilliseconds);
      const fail = () => resolve({ status: 0 });
      const request = get(url, { agent, headers, signal }, (answer) => {
        takeCookies(answer.headers['set-cookie'] ?? []);
        answer.resume().on('error', fail);
        answer.on('end', () => resolve({ status: answer.statusCode, location: answer.headers.location }));
      });
      request.on('error', fail);
    });
  return { ask, cookies, close: () => agent.destroy() };

  function takeCookies(lines) {
    for (const line of lines) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
      if (/max-age=0\b/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, decodeURIComponent(value));
    }
  }
}

export const holdsSession = ({ cookies }) => [...cookies.keys()].some((name) => name.startsWith(cookieName));

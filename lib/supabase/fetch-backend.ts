import { environment } from '../env.ts';
import { count, isCounting, observe } from '../metrics/count.ts';

/*
 * Calls of the backend. `fetch…` returns a Response and throws as fetch does, `call…` returns a Result, `create…Supabase` a supabase-js client.
 *
 * | Function | Calls | Authenticates as |
 * |---|---|---|
 * | `fetchBackend` | any URL of the project, with a timeout | given |
 * | `fetchForVisitor` | Auth, with the visitor's IP address | given |
 * | `fetchAuth` | Auth | anonymous, or a user's access token |
 * | `callAuth` | Auth, with the visitor's IP address | anonymous, a user's access token, or the server |
 * | `callFunction`, `callAsViewer` | a database function; one for a user's session | the server |
 * | `createViewerSupabase`, `createSupabase` | tables; Auth by supabase-js | the signed-in user |
 * | others, in `server.ts` | Auth by supabase-js | anonymous, or the server |
 */

/** How long a signed-in user waits for an email to be sent. */
export const mailWaitInMilliseconds = 5_000;

/** Twice Auth's wait for the mail server (GOTRUE_API_MAX_REQUEST_DURATION): aborting earlier rolls back a change whose code is mailed. */
const mailTimeoutInMilliseconds = 20_000;

/** `fetch` with a timeout: 5 s by default, since Auth answers well within a second. Throws as `fetch` does, also a `TimeoutError`. */
export const fetchBackend: typeof fetch = (input, init) => {
  const milliseconds = sendsMail(input, init)
    ? mailTimeoutInMilliseconds
    : environment().backendTimeoutInMilliseconds;
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return countCall(urlOf(input), () => fetch(input, { ...init, signal }));
};

/** One try with a timeout. supabase-js would retry reads for half a minute while the user waits. */
export const oneTry = { global: { fetch: fetchBackend }, db: { retry: false } } as const;

const mailingCalls = new Set([
  'POST /signup',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
  'POST /invite',
  'GET /reauthenticate',
]);

function sendsMail(input: Parameters<typeof fetch>[0], init?: RequestInit): boolean {
  const { pathname } = new URL(urlOf(input));
  const [, path] = pathname.split('/auth/v1');
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  if (mailingCalls.has(`${method} ${path}`)) return true;
  // Auth sends an email for a new address, not for a new password.
  return (
    `${method} ${path}` === 'PUT /user' && typeof init?.body === 'string' && 'email' in JSON.parse(init.body)
  );
}

const urlOf = (input: Parameters<typeof fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

/** First path segments that metrics may contain. All others, and the rest of a path, may identify a user or a token. */
const authCalls = new Set([
  ...[
    'admin',
    'authorize',
    'callback',
    'factors',
    'health',
    'logout',
    'magiclink',
    'otp',
    'passkeys',
    'reauthenticate',
  ],
  ...['recover', 'resend', 'settings', 'signup', 'token', 'user', 'verify', '.well-known'],
]);

/** Counts a call to Auth or the database, and measures its duration. Settles as the call does. */
export async function countCall(url: string, send: () => Promise<Response>): Promise<Response> {
  if (!isCounting()) return send();
  const { backend, call } = nameCall(new URL(url).pathname);
  const startedAt = performance.now();
  const note = (outcome: string) => {
    count('backendCalls', { backend, call, outcome });
    observe('backendDuration', { backend }, (performance.now() - startedAt) / 1000);
  };
  try {
    const answer = await send();
    note(answer.status >= 500 ? 'failed' : answer.status >= 400 ? 'refused' : 'ok');
    return answer;
  } catch (error) {
    note(nameFault(error));
    throw error;
  }
}

/** @returns the database function's name or the kind of Auth call, and no parameters. */
export function nameCall(pathname: string): { backend: 'auth' | 'database' | 'other'; call: string } {
  const [, auth] = pathname.split('/auth/v1/');
  if (auth !== undefined) {
    const [first = ''] = auth.split('/');
    return { backend: 'auth', call: authCalls.has(first) ? first : 'other' };
  }
  const [, rest] = pathname.split('/rest/v1/');
  if (rest === undefined) return { backend: 'other', call: 'other' };
  const [, name] = /^(?:rpc\/)?([a-z_]{1,60})$/.exec(rest) ?? [];
  return { backend: 'database', call: name ?? 'other' };
}

function nameFault(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return 'timeout';
  return name === 'AbortError' ? 'abandoned' : 'unreachable';
}

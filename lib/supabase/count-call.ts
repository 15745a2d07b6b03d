import { count, isCounting, observe } from '../metrics/count.ts';

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

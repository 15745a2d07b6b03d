import { environment } from '../env.ts';
import { countCall } from './count-call.ts';

/** A signed-in person waits this long for an email to be sent. */
export const mailWaitInMilliseconds = 5_000;

/**
 * Auth sends an email inside its transaction and waits up to 10 s for the mail server
 * (GOTRUE_API_MAX_REQUEST_DURATION). A caller that gives up earlier undoes the change, and the email arrives with a
 * code that never works. After twice Auth's limit, the connection is dead.
 */
const mailTimeoutInMilliseconds = 20_000;

/**
 * `fetch` that gives up: an answer of Auth takes well under a second, and past five it is treated as unreachable. Throws what `fetch` throws, a `TimeoutError` among it.
 */
export const fetchBackend: typeof fetch = (input, init) => {
  const patience = sendsMail(input, init)
    ? mailTimeoutInMilliseconds
    : environment().backendTimeoutInMilliseconds;
  const timeout = AbortSignal.timeout(patience);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return countCall(urlOf(input), () => fetch(input, { ...init, signal }));
};

/** One try that gives up: the library would try a read again for half a minute, with a person waiting. */
export const oneTry = { global: { fetch: fetchBackend }, db: { retry: false } } as const;

/** The calls of Auth that send a mail whatever their body says. */
const mailingCalls = new Set([
  'POST /signup',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
  'POST /invite',
  'GET /reauthenticate',
]);

/** Whether Auth waits for its mail server before it answers this request. */
function sendsMail(input: Parameters<typeof fetch>[0], init?: RequestInit): boolean {
  const { pathname } = new URL(urlOf(input));
  const [, path] = pathname.split('/auth/v1');
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  if (mailingCalls.has(`${method} ${path}`)) return true;
  // A password is changed without a mail.
  return (
    `${method} ${path}` === 'PUT /user' && typeof init?.body === 'string' && 'email' in JSON.parse(init.body)
  );
}

const urlOf = (input: Parameters<typeof fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

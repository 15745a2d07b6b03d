import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createCountersign as createForRequests,
  type Member,
  type Person,
  type PersonRequirement,
  type Settings,
  type WalletRequirement,
  type WalletsAnswer,
  writeSetCookie,
} from '../server/index.ts';

export {
  CountersignError,
  type Member,
  type Person,
  type Settings,
  type Wallet,
  type WalletsAnswer,
} from '../server/index.ts';

declare global {
  namespace Express {
    interface Request {
      /** Set by `requireWallet()`: the signed-in person, with the wallets that meet the requirement. */
      member?: Member;
      /** Set by `requirePerson()`. */
      person?: Person;
    }
  }
}

/** The subset that Express, Connect and `node:http` share. */
type NodeRequest = IncomingMessage & { originalUrl?: string; member?: Member; person?: Person };
type Next = (error?: unknown) => void;
type Middleware = (request: NodeRequest, response: ServerResponse, next: Next) => void;

/**
 * Sign-in with a Countersign site for Express and frameworks with the same middleware.
 * @param settings omitted ones are read from the environment. At the first use, `next` receives a CountersignError for an
 * invalid one.
 */
export function createCountersign(settings?: Settings) {
  const app = createForRequests(settings);
  return {
    /** The address of a link that signs people in. */
    signInUrl: app.signInUrl,
    /** For `app.use('/auth', handler)`: serves the paths beside the redirect URI. */
    handler: middleware(async (request, response) => {
      await send(await app.handle(toRequest(request)), response);
    }),
    /** @returns the signed-in person, read only from the app's cookie; null if signed out */
    readPerson: ({ headers }: NodeRequest): Promise<Person | null> => app.readPerson(headers.cookie ?? null),
    /** Requests the person's shared wallets from the site. Call it before the response begins. */
    async readWallets({ headers }: NodeRequest, response: ServerResponse): Promise<WalletsAnswer> {
      const { answer, cookie } = await app.refreshWallets(headers.cookie ?? null);
      if (cookie) response.appendHeader('set-cookie', writeSetCookie(cookie));
      return answer;
    },
    /**
     * Admits people with a wallet that meets the requirement, and sets `request.member`. For other people, a page request redirects to
     * the site; a script gets 401, 403 or 503.
     */
    requireWallet: (required?: WalletRequirement): Middleware =>
      middleware(async (request, response, next) => {
        const admission = await app.requireWallet(toRequest(request), required);
        if (!admission.ok) return send(admission.response, response);
        request.member = admission.member;
        if (admission.cookie) response.appendHeader('set-cookie', writeSetCookie(admission.cookie));
        response.setHeader('cache-control', 'private, no-store');
        next();
      }),
    /** The same for signed-in people, without asking the site. Sets `request.person`. Scripts get 401. */
    requirePerson: (required?: PersonRequirement): Middleware =>
      middleware(async (request, response, next) => {
        const admission = await app.requirePerson(toRequest(request), required);
        if (!admission.ok) return send(admission.response, response);
        request.person = admission.person;
        response.setHeader('cache-control', 'private, no-store');
        next();
      }),
  };
}

/** Express 4 doesn't handle rejected promises. */
function middleware(run: (...args: Parameters<Middleware>) => Promise<void>): Middleware {
  return (request, response, next) => void run(request, response, next).catch(next);
}

/** Omits the body, which isn't read, and the host, which the client chooses. */
function toRequest({ method = 'GET', url = '/', originalUrl = url, headers }: NodeRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':')) copied.set(name, String(value));
  // A path that starts with two slashes would be parsed as another host.
  return new Request(`http://localhost/${originalUrl.replace(/^\/+/, '')}`, { method, headers: copied });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  for (const cookie of answer.headers.getSetCookie()) response.appendHeader('set-cookie', cookie);
  response.end(await answer.text());
}

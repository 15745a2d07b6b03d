import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createCountersign as createForRequests,
  type Member,
  type Person,
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
      /** Behind `requireWallet()`: who is in, with the wallets that were required. */
      member?: Member;
    }
  }
}

/** The common part of Express, Connect and `node:http`. */
type NodeRequest = IncomingMessage & { originalUrl?: string; member?: Member };
type Next = (error?: unknown) => void;
type Middleware = (request: NodeRequest, response: ServerResponse, next: Next) => void;

/**
 * Sign-in with a Countersign site for Express, and anything else with its middleware.
 * @param settings those that aren't in the environment; at first use, whichever is wrong is passed on as a CountersignError
 */
export function createCountersign(settings?: Settings) {
  const app = createForRequests(settings);
  return {
    /** For `app.use('/auth', handler)`: the addresses beside the redirect address. */
    handler: middleware(async (request, response) => {
      await send(await app.handle(toRequest(request)), response);
    }),
    /** @returns who is signed in to this app, from its own cookie alone; null if nobody is */
    currentPerson: ({ headers }: NodeRequest): Promise<Person | null> =>
      app.readPerson(headers.cookie ?? null),
    /** The wallets that the person shares at this moment, asked of the site. Call it before the response begins. */
    async readWallets({ headers }: NodeRequest, response: ServerResponse): Promise<WalletsAnswer> {
      const { answer, cookie } = await app.refreshWallets(headers.cookie ?? null);
      if (cookie) response.appendHeader('set-cookie', writeSetCookie(cookie));
      return answer;
    },
    /**
     * Lets in who has a wallet that is required: `request.member` has them. Anyone else is led to the site if they are on their way to
     * a page, and refused with 401, 403 or 503 if a script asks.
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
  };
}

/** Express 4 doesn't wait for promises. */
function middleware(run: (...args: Parameters<Middleware>) => Promise<void>): Middleware {
  return (request, response, next) => void run(request, response, next).catch(next);
}

/** Leaves out the body, which nothing here reads, and the host, which the visitor writes. */
function toRequest({ method = 'GET', url = '/', originalUrl = url, headers }: NodeRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':')) copied.set(name, String(value));
  // A path that starts with two slashes would be another host.
  return new Request(`http://localhost/${originalUrl.replace(/^\/+/, '')}`, { method, headers: copied });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  for (const cookie of answer.headers.getSetCookie()) response.appendHeader('set-cookie', cookie);
  response.end(await answer.text());
}

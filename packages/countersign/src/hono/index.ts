import type { Context, MiddlewareHandler } from 'hono';
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

/** For `new Hono<CountersignEnv>()`: what `requireWallet` leaves for the next handlers. */
export type CountersignEnv = { Variables: { member: Member } };

/**
 * Sign-in with a Countersign site for Hono.
 * @param settings those that aren't in the environment; at first use, whichever is wrong is thrown as a CountersignError
 */
export function createCountersign(settings?: Settings) {
  const app = createForRequests(settings);
  return {
    /** For `app.all('/auth/*', handler)`: the addresses beside the redirect address. */
    handler: (context: Context): Promise<Response> => app.handle(context.req.raw),
    /** @returns who is signed in to this app, from its own cookie alone; null if nobody is */
    currentPerson: (context: Context): Promise<Person | null> => app.readPerson(cookiesOf(context)),
    /** The wallets that the person shares at this moment, asked of the site. */
    async readWallets(context: Context): Promise<WalletsAnswer> {
      const { answer, cookie } = await app.refreshWallets(cookiesOf(context));
      // Set on the response itself, which Hono merges into one that a handler makes.
      if (cookie) context.res.headers.append('set-cookie', writeSetCookie(cookie));
      return answer;
    },
    /**
     * Lets in who has a wallet that is required: `context.get('member')` has them. Anyone else is led to the site if they are on
     * their way to a page, and refused with 401, 403 or 503 if a script asks.
     */
    requireWallet(required?: WalletRequirement): MiddlewareHandler<CountersignEnv> {
      return async (context, next) => {
        const admission = await app.requireWallet(context.req.raw, required);
        if (!admission.ok) return admission.response;
        context.set('member', admission.member);
        await next();
        if (admission.cookie)
          context.header('set-cookie', writeSetCookie(admission.cookie), { append: true });
        context.header('cache-control', 'private, no-store');
        return undefined;
      };
    },
  };
}

function cookiesOf(context: Context): string | null {
  return context.req.header('cookie') ?? null;
}

import type { Context, MiddlewareHandler } from 'hono';
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

/** For `new Hono<CountersignEnv>()`. `requireWallet` sets `member`, and `requirePerson` `person`. */
export type CountersignEnv = { Variables: { member: Member; person: Person } };

/**
 * Sign-in with a Countersign site for Hono.
 * @param settings omitted ones are read from the environment. The first use throws a CountersignError for an invalid one.
 */
export function createCountersign(settings?: Settings) {
  const app = createForRequests(settings);
  return {
    /** The address of a link that signs people in. */
    signInUrl: app.signInUrl,
    /** For `app.all('/auth/*', handler)`: serves the paths beside the redirect URI. */
    handler: (context: Context): Promise<Response> => app.handle(context.req.raw),
    /** @returns the signed-in person, read only from the app's cookie; null if signed out */
    readPerson: (context: Context): Promise<Person | null> => app.readPerson(cookiesOf(context)),
    /** Requests the person's shared wallets from the site. */
    async readWallets(context: Context): Promise<WalletsAnswer> {
      const { answer, cookie } = await app.refreshWallets(cookiesOf(context));
      // Set on `context.res`, whose headers Hono merges into the handler's response.
      if (cookie) context.res.headers.append('set-cookie', writeSetCookie(cookie));
      return answer;
    },
    /**
     * Admits people with a wallet that meets the requirement, and sets `context.get('member')`. For other people, a page request
     * redirects to the site; a script gets 401, 403 or 503.
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
    /** The same for signed-in people, without asking the site. Sets `context.get('person')`. Scripts get 401. */
    requirePerson(required?: PersonRequirement): MiddlewareHandler<CountersignEnv> {
      return async (context, next) => {
        const admission = await app.requirePerson(context.req.raw, required);
        if (!admission.ok) return admission.response;
        context.set('person', admission.person);
        await next();
        context.header('cache-control', 'private, no-store');
        return undefined;
      };
    },
  };
}

function cookiesOf(context: Context): string | null {
  return context.req.header('cookie') ?? null;
}

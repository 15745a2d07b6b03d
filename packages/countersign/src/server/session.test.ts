import { openVisit, person, settings, wallet } from '../testing/visit.ts';
import { createCountersign } from './index.ts';

const { issuer } = settings;

test("a request that refreshes by itself, because another's refresh is slow, keeps its own success after the other fails", async () => {
  const shared = { sub: person.sub, wallets: [wallet] };
  const { cookieHeader, settings: given } = await openVisit(200, shared, { endsIn: 0 });
  const tokens = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  let asked = 0;
  const app = createCountersign({
    ...given,
    async fetch(input) {
      const { pathname } = new URL(String(input));
      if (pathname === '/oauth/token') return tokens[asked++]?.promise ?? Response.error();
      if (pathname === '/oauth/userinfo') return Response.json({ sub: person.sub });
      if (pathname !== '/.well-known/openid-configuration') return given.fetch(input);
      const [token_endpoint, userinfo_endpoint] = [`${issuer}/oauth/token`, `${issuer}/oauth/userinfo`];
      return Response.json({ issuer, token_endpoint, userinfo_endpoint });
    },
  });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.useFakeTimers({ doNotFake: ['Date', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  const refreshing = app.refreshWallets(cookieHeader);
  while (asked < 1) await new Promise(setImmediate);
  const own = app.refreshWallets(cookieHeader);
  while (asked < 2) {
    jest.advanceTimersByTime(2000);
    await new Promise(setImmediate);
  }
  jest.useRealTimers();
  tokens[0]?.reject(new TypeError('fetch failed'));
  expect((await refreshing).answer.status).toBe('unreachable');
  tokens[1]?.resolve(Response.json({ access_token: 'two', token_type: 'bearer', expires_in: 600 }));
  expect((await own).answer.status).toBe('ready');
  jest.restoreAllMocks();
});

import '../testing/unreachable-project';
import { describedAnswer } from '../../e2e/fixtures/api-description';
import { refuseApp } from '../api/answer-app';
import { fail } from '../result';

process.env.TRUSTED_PROXY_HEADER = 'x-real-ip';

// Makes the limits count in this process, as during an outage, by a stopped clock.
jest.mock('../supabase/call-function.ts', () => ({
  callFunction: async () => ({ ok: false, code: 'backend.unavailable' }),
}));

let limits: typeof import('./consume');
beforeEach(async () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') });
  globalThis.countersign = undefined;
  jest.resetModules();
  limits = await import('./consume');
});
afterEach(() => jest.useRealTimers());

test.each([
  ['app_request', 1200],
  ['token_request', 120],
] as const)('a client that exhausts %s waits, and no other does', async (kind, most) => {
  for (let count = 0; count < most; count++)
    expect(await limits.countAppRequest(kind, 'app_busy')).toEqual({ ok: true });
  const refused = await limits.countAppRequest(kind, 'app_busy');
  expect(refused).toEqual({ ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: 60 });
  expect(await limits.countAppRequest(kind, 'app_calm')).toEqual({ ok: true });
});

test("a client that keeps sending wrong credentials has to wait; the site's own failures never count", async () => {
  const from = (address: string) => ({ headers: new Headers({ 'x-real-ip': address }) });
  const wrong = fail('app.client_refused');
  for (let count = 0; count < 30; count++)
    expect(await limits.countRefusal(from('203.0.113.1'), wrong)).toEqual(wrong);
  expect(await limits.countRefusal(from('203.0.113.1'), wrong)).toMatchObject({ retryAfterSeconds: 300 });
  expect(await limits.countRefusal(from('203.0.113.2'), wrong)).toEqual(wrong);
  const away = fail('backend.unavailable');
  expect(await limits.countRefusal(from('203.0.113.1'), away)).toEqual(away);
});

test('the response to an app that has to wait is as documented', async () => {
  const answer = refuseApp(fail('auth.too_many_attempts', { retryAfterSeconds: 60 }));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
  const { body } = describedAnswer('/api/v1/events/poll', 'POST', 429);
  expect(body?.safeParse(await answer.json()).error).toBeUndefined();
});

test('startup warns once if networks are unknown, with the consequence and the fix', () => {
  const said = jest.spyOn(console, 'warn').mockReturnValue();
  limits.warnOfUnknownNetworks({ embedded: false, trustedProxy: null });
  expect(said).toHaveBeenCalledTimes(1);
  const [line] = said.mock.calls[0] as [string];
  expect(line).toMatch(/^TRUSTED_PROXY_HEADER is not set, so .*an attacker .*or to none/);
  expect(line).not.toContain('\n');
});

test('startup warns neither with a known proxy nor with the local backend', () => {
  const said = jest.spyOn(console, 'warn').mockReturnValue();
  said.mockClear();
  limits.warnOfUnknownNetworks({ embedded: false, trustedProxy: 'none' });
  limits.warnOfUnknownNetworks({ embedded: false, trustedProxy: { header: 'x-forwarded-for', hops: 1 } });
  limits.warnOfUnknownNetworks({ embedded: true, trustedProxy: null });
  expect(said).not.toHaveBeenCalled();
});

import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { describedAnswer } from '@/e2e/fixtures/api-description';
import { type RegisteredApp, registerApp } from '@/lib/testing/app-visitor';
import { siteOnBackend } from '@/lib/testing/point-site-at';
import { give, subjectOf } from '@/supabase/testing/apps/let-apps-in';
import {
  accepted,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  signUpPerson,
} from '@/supabase/testing/person';

const issuer = 'http://localhost:3000';

const backend = siteOnBackend();
let route: typeof import('./poll/route');
let keys: typeof import('@/lib/oidc/keys');
let ann: Person;
beforeAll(async () => {
  route = await import('./poll/route');
  keys = await import('@/lib/oidc/keys');
  ann = await signUpPerson(backend);
});

type Polled = { sets: Record<string, string>; moreAvailable: boolean };

function send(by: RegisteredApp, body: unknown, headers: Record<string, string> = {}) {
  const authorization = `Basic ${Buffer.from(`${by.clientId}:${by.secret}`).toString('base64')}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = { method: 'POST', headers: { authorization, ...headers }, body: text };
  return route.POST(new Request(`${issuer}/api/v1/events/poll`, init));
}

/** Polls, and checks that the response is as documented. */
async function poll(by: RegisteredApp, body: object = {}): Promise<Polled> {
  const answer = await send(by, { returnImmediately: true, ...body });
  const polled = await answer.json();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { body: schema } = describedAnswer('/api/v1/events/poll', 'POST', 200);
  expect(schema?.safeParse(polled).error?.message).toBeUndefined();
  return polled as Polled;
}

/** The provider's public key set. */
async function publishedKeys() {
  const published = (await keys.readKeys()).map(({ d, p, q, dp, dq, qi, ...key }) => key);
  return createLocalJWKSet({ keys: published as never });
}

/** Checks an event as docs/api.md tells receivers to. */
async function receive(token: string, { clientId }: RegisteredApp) {
  const { payload } = await jwtVerify(token, await publishedKeys(), {
    issuer,
    audience: clientId,
    typ: 'secevent+jwt',
    algorithms: ['ES256', 'RS256'],
  });
  return payload as typeof payload & {
    jti: string;
    sub_id: { format: string; iss: string; sub: string };
    events: Record<string, Record<string, unknown>>;
  };
}

const kindsOf = async (polled: Polled, by: RegisteredApp) =>
  Promise.all(
    Object.values(polled.sets).map(async (token) =>
      Object.keys((await receive(token, by)).events)
        .join()
        .replace(`${issuer}/events/`, ''),
    ),
  );

test('an app gets events about what it was shown, in order, until it acknowledges them', async () => {
  const app = await registerApp(backend);
  const { walletId, address } = await proveNewWallet(backend, ann);
  const grant = accepted(await give(backend, ann, app.clientId, [walletId]));
  const sub = await subjectOf(backend, ann, app.clientId);
  await prove(backend, await signUpPerson(backend), address, 'move');
  await callAsServer(backend, 'end_oauth_grant', { ...ann.bound, p_grant_id: grant, p_device: null });

  const first = await poll(app);
  expect(await kindsOf(first, app)).toEqual(['wallet-shared', 'wallet-moved', 'grant-ended']);
  const ids = Object.keys(first.sets);
  for (const [jti, token] of Object.entries(first.sets)) {
    const payload = await receive(token, app);
    expect(payload).toMatchObject({ jti, sub_id: { format: 'iss_sub', iss: issuer, sub } });
    expect(Math.abs(Number(payload.iat) - Date.now() / 1000)).toBeLessThan(600);
    // Events have neither a subject nor an expiry, so none passes for an ID token.
    expect([payload.sub, payload.exp, payload.nonce]).toEqual([undefined, undefined, undefined]);
  }
  const moved = await receive(first.sets[String(ids[1])] ?? '', app);
  expect(moved.events).toEqual({
    [`${issuer}/events/wallet-moved`]: {
      account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`,
      chain: 'solana:mainnet',
      address,
    },
  });

  // Not acknowledged, so the same events come again.
  const again = await poll(app);
  expect(Object.keys(again.sets)).toEqual(ids);
  expect(decodeJwt(again.sets[String(ids[0])] ?? '')).toEqual(decodeJwt(first.sets[String(ids[0])] ?? ''));
  const second = await poll(app, { ack: [ids[0]], maxEvents: 1 });
  expect([Object.keys(second.sets), second.moreAvailable]).toEqual([[ids[1]], true]);
  expect(await poll(app, { maxEvents: 0, ack: [ids[1]] })).toEqual({ sets: {}, moreAvailable: true });
  expect(await poll(app, { ack: [ids[2], ids[2], 'nonsense', randomUUID()] })).toEqual({
    sets: {},
    moreAvailable: false,
  });
});

test('an app with ES256 gets events signed with it', async () => {
  const app = await registerApp(backend, { id_token_alg: 'ES256' });
  const { walletId } = await proveNewWallet(backend, ann);
  accepted(await give(backend, ann, app.clientId, [walletId]));
  const { sets } = await poll(app);
  const [token = ''] = Object.values(sets);
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'secevent+jwt' });
  await receive(token, app);
});

test('an event that an app rejects is not sent again, and does not block later ones', async () => {
  const failed = jest.spyOn(console, 'error');
  const logged = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const app = await registerApp(backend);
  const [one, other] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
  accepted(await give(backend, ann, app.clientId, [one.walletId, other.walletId]));
  const [bad = '', good] = Object.keys((await poll(app)).sets);
  const made = { [crypto.randomUUID()]: { err: 'madeUp' }, nothing: { err: 'madeUp' } };
  expect(Object.keys((await poll(app, { setErrs: made })).sets)).toEqual([bad, good]);
  expect(logged).not.toHaveBeenCalled();
  const setErrs = { ...made, [bad.toUpperCase()]: { err: 'jwtAud', description: 'line\nbreak' } };
  expect(Object.keys((await poll(app, { setErrs })).sets)).toEqual([good]);
  expect(logged.mock.calls.flat().join()).toContain('could not use 1 events: jwtAud');
  expect(logged.mock.calls.flat().join()).not.toMatch(/break|madeUp/);
  expect(failed).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});

test.each([
  ['no JSON', 'ack=1'],
  ['a list', []],
  ['a number of events below zero', { maxEvents: -1 }],
  ['a word for a number', { maxEvents: 'all' }],
  ['an acknowledgement that is no list', { ack: 'x' }],
  ['more acknowledgements than there may be', { ack: Array(501).fill(randomUUID()) }],
  ['nothing', ''],
])('a body that is %s is refused as malformed', async (_what, body) => {
  const answer = await send(await registerApp(backend), body);
  expect(answer.status).toBe(400);
  expect((await answer.json()).error.code).toBe('api.body_invalid');
});

test('an app may send its credentials in the body, where wrong and unknown ones also get the same response', async () => {
  const app = await registerApp(backend);
  const ask = (by: object) =>
    route.POST(
      new Request(issuer, { method: 'POST', body: JSON.stringify({ returnImmediately: true, ...by }) }),
    );
  expect((await ask({ client_id: app.clientId, client_secret: app.secret })).status).toBe(200);
  const wrong = await ask({ client_id: app.clientId, client_secret: 'x' });
  const unknown = await ask({ client_id: `app_${'q'.repeat(24)}`, client_secret: 'x' });
  const none = await ask({});
  const texts = [];
  for (const answer of [wrong, unknown, none]) {
    expect(answer.status).toBe(401);
    texts.push(JSON.stringify([[...answer.headers], await answer.text()]));
  }
  expect(new Set(texts).size).toBe(1);
});

test('a waiting app is answered when an event occurs', async () => {
  const app = await registerApp(backend);
  const { walletId } = await proveNewWallet(backend, ann);
  const waiting = send(app, {});
  accepted(await give(backend, ann, app.clientId, [walletId]));
  const { sets } = (await (await waiting).json()) as Polled;
  expect(await kindsOf({ sets, moreAvailable: false }, app)).toEqual(['wallet-shared']);
});

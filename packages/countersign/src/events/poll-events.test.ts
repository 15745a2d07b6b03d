import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { settings } from '../testing/visit.ts';
import { pollEvents } from './poll-events.ts';

const { issuer, clientId, clientSecret } = settings;

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  jest.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)));
});
afterEach(() => jest.restoreAllMocks());

type Asked = { ack: string[]; setErrs: object; maxEvents?: number; returnImmediately?: boolean };

/** A site that keeps events until they are acknowledged, and returns two at a time. */
async function openSite(events: [jti: string, sub: string, audience?: string][]) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const named = { alg: 'ES256', kid: 'one' };
  const kept = new Map<string, string>();
  for (const [jti, sub, audience = clientId] of events)
    kept.set(
      jti,
      await new SignJWT({ jti, toe: 1, sub_id: { sub }, events: { [`${issuer}/events/grant-ended`]: {} } })
        .setProtectedHeader({ ...named, typ: 'secevent+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(privateKey),
    );
  const polls: Asked[] = [];
  const state = { hasKeys: true };
  async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (String(input) === `${issuer}/oauth/jwks`)
      return state.hasKeys
        ? Response.json({ keys: [{ ...(await exportJWK(publicKey)), ...named }] })
        : new Response(null, { status: 500 });
    expect(String(input)).toBe(`${issuer}/api/v1/events/poll`);
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
    expect(new Headers(init.headers).get('authorization')).toBe(
      `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    );
    const asked = JSON.parse(String(init.body)) as Asked;
    polls.push(asked);
    for (const jti of [...asked.ack, ...Object.keys(asked.setErrs)]) kept.delete(jti);
    const sets = [...kept].slice(0, asked.maxEvents ?? 2);
    return Response.json({ sets: Object.fromEntries(sets), moreAvailable: kept.size > sets.length });
  }
  return { kept, polls, state, options: { issuer, clientId, clientSecret, fetch: answer } };
}

test('every event is handled in order, and acknowledged only after its handler finished', async () => {
  const { kept, polls, options } = await openSite([
    ['1', 'ann'],
    ['2', 'bob'],
    ['3', 'ann'],
  ]);
  const seen: string[] = [];
  const counts = await pollEvents(
    async ({ jti }) => {
      await new Promise(setImmediate);
      expect(kept.has(jti)).toBe(true);
      seen.push(jti);
    },
    { ...options, wait: true },
  );
  expect([seen, [...kept]]).toEqual([['1', '2', '3'], []]);
  expect(counts).toEqual({ handled: 3, refused: 0, failed: 0 });
  expect(polls.map(({ ack, returnImmediately }) => [ack, returnImmediately])).toEqual([
    [[], false],
    [['1', '2'], true],
    [['3'], undefined],
  ]);
});

test('a failed event loses no other, and no later event of the same person overtakes it', async () => {
  const { kept, options } = await openSite([
    ['1', 'ann'],
    ['2', 'bob'],
    ['3', 'ann'],
    ['4', 'eve'],
  ]);
  const seen: string[] = [];
  const counts = await pollEvents(({ jti }) => {
    seen.push(jti);
    if (jti === '1') throw new Error('The database is down.');
  }, options);
  // The site returns two events at a time, of which Ann's stay.
  expect([seen, [...kept.keys()]]).toEqual([
    ['1', '2'],
    ['1', '3', '4'],
  ]);
  expect(counts).toEqual({ handled: 1, refused: 0, failed: 1 });
  expect(logged).toEqual([
    expect.stringMatching(
      /^The event 1 was not handled, and will come again: Error "The database is down\." "at [^\n"]*"$/,
    ),
    'Later events wait, because every event of a full poll waits for one that failed.',
  ]);
});

test('an event of another app is refused, so that it holds up no other, and is never handled', async () => {
  const { kept, polls, options } = await openSite([
    ['1', 'ann', 'app_other'],
    ['2', 'bob'],
  ]);
  const seen: string[] = [];
  expect(await pollEvents(({ jti }) => seen.push(jti), options)).toEqual({
    handled: 1,
    refused: 1,
    failed: 0,
  });
  expect([seen, [...kept]]).toEqual([['2'], []]);
  expect(polls.at(-1)).toMatchObject({
    ack: ['2'],
    setErrs: { 1: { err: 'invalid_request' } },
    maxEvents: 0,
  });
});

test("while the site's keys can't be read, no event is handled or lost", async () => {
  const { kept, state, options } = await openSite([['1', 'ann']]);
  state.hasKeys = false;
  await expect(pollEvents(fail, options)).rejects.toMatchObject({ code: 'unreachable' });
  expect([...kept.keys()]).toEqual(['1']);
});

test('a wrong secret throws invalid_client', async () => {
  const { options } = await openSite([]);
  const fetch = async () => Response.json({ error: { code: 'app.client_refused' } }, { status: 401 });
  await expect(pollEvents(fail, { ...options, fetch })).rejects.toMatchObject({ code: 'invalid_client' });
});

const fail = () => {
  throw new Error('It was handled.');
};

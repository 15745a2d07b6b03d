import { describedAnswer, describedStatuses } from '@/e2e/fixtures/api-description';
import { hashClientSecret } from '@/lib/apps/client-secret';
import { pointSiteAt } from '@/lib/testing/point-site-at';

/** The database's answers by function. Other functions succeed without rows. */
let mockAnswers: Record<string, unknown> = {};
jest.mock('@/lib/supabase/call-function', () => ({
  callFunction: async (name: string) => {
    const answer = mockAnswers[name] ?? { ok: true, rows: null };
    if (answer instanceof Error) throw answer;
    return answer;
  },
}));

type Handler = (request: Request, context: object) => Promise<Response> | Response;

const proof = '/api/v1/proofs/{id}';
const person = '/api/v1/people/{id}';
const wallets = '/api/v1/wallets';
const ofSubject = '/api/v1/accounts/{sub}/wallets';
const poll = '/api/v1/events/poll';

let routes: Record<string, Record<string, Handler>>;
beforeAll(async () => {
  pointSiteAt({ url: 'http://localhost:1', publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' });
  process.env.TRUSTED_PROXY_HEADER = 'x-real-ip';
  routes = {
    [proof]: (await import('./proofs/[proofId]/route')) as never,
    [person]: (await import('./people/[pageId]/route')) as never,
    [wallets]: (await import('./wallets/route')) as never,
    [ofSubject]: (await import('./accounts/[sub]/wallets/route')) as never,
    [poll]: (await import('./events/poll/route')) as never,
  };
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const clientId = `app_${'a'.repeat(24)}`;
const wallet = {
  ...{ account: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2' },
  ...{ chain: 'solana:mainnet', address: '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2' },
  ...{ proven_at: '2026-11-20T09:01:00.123456+00:00', primary: true },
};
const sub = '0d4f1c52-9a3e-4c0b-8b1f-5f6f2d9f7c11';
const granted = { clientId, grantId: sub, scopes: ['openid', 'wallets'], sub };
const client = {
  ...{
    clientId,
    name: 'Gate',
    redirectUris: ['https://gate.example/cb'],
    sector: 'gate.example',
  },
  ...{ signOutUris: [], isConfidential: true, isFirstParty: false, isReviewed: true },
  ...{
    secretHashes: [hashClientSecret('right')],
    algorithm: 'RS256',
    requiresPkce: true,
    hasLogo: false,
  },
};
const standing = {
  ...{ account_code: 'K7QF-2M9X', method: 'sign_in', chain: wallet.chain, address: wallet.address },
  ...{ origin: 'https://countersign.example', proven_at: wallet.proven_at },
  evidence_at: '2026-11-20T09:06:00.000000+00:00',
};
const found = (row: object) => ({ read_public_proof: { ok: true, rows: { id: sub, ...row } } });
const page = { id: 'a'.repeat(32), accountCode: 'K7QF-2M9X', github: null };
const github = { handle: 'bea-dev', id: '4711', confirmedAt: wallet.proven_at };
const good = {
  ...found({ status: 'standing', proof: standing }),
  read_public_page: { ok: true, rows: { ...page, github, proofs: [{ id: sub, proof: standing }] } },
  read_access_token: { ok: true, rows: { ...granted, claims: { sub, wallets: [wallet], page: page.id } } },
  read_oauth_client: { ok: true, rows: client },
  list_wallets_of_subject: { ok: true, rows: { wallets: [wallet], page: page.id } },
  poll_oauth_events: { ok: true, rows: { events: [], more: false, forgotten: [] } },
};
const tooMany = { consume_rate_limit: { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: 7 } };
const away = { ok: false, code: 'backend.unavailable' };
const broken = new Error('not today');

const asked: Record<string, Record<string, string>> = {
  [wallets]: { authorization: 'Bearer token' },
  [ofSubject]: { authorization: `Basic ${btoa(`${clientId}:right`)}` },
  [poll]: { authorization: `Basic ${btoa(`${clientId}:right`)}` },
};
const methodOf: Record<string, string> = {
  [proof]: 'GET',
  [person]: 'GET',
  [wallets]: 'GET',
  [ofSubject]: 'GET',
  [poll]: 'POST',
};

async function ask(
  path: string,
  { method = methodOf[path] ?? '', headers = {}, body = '{"returnImmediately": true}' } = {},
) {
  const init = {
    method,
    headers: { 'x-real-ip': '192.0.2.1', ...asked[path], ...headers },
    ...(method === 'POST' && { body }),
  };
  const request = new Request('http://localhost:3000/', init);
  const answer = await routes[path]?.[method]?.(request, {
    params: Promise.resolve({ sub, proofId: sub, pageId: page.id }),
  });
  if (!answer) throw new Error(`Nothing answers ${method} ${path}`);
  return answer;
}

/** Compares in both directions: nothing is missing or undocumented. */
async function expectDescribed(path: string, method: string, answer: Response, status: number) {
  expect([path, method, answer.status]).toEqual([path, method, status]);
  const { headers, body } = describedAnswer(path, method, status);
  for (const [name, schema] of headers)
    expect([name, schema.safeParse(answer.headers.get(name)).error?.message]).toEqual([name, undefined]);
  const known = [...headers.map(([name]) => name), 'content-type'];
  expect([...answer.headers.keys()].filter((name) => !known.includes(name))).toEqual([]);
  const text = await answer.text();
  if (!body) return expect(text).toBe('');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(body.safeParse(JSON.parse(text)).error?.message).toBeUndefined();
}

const none = { ok: true, rows: null };
const tried: [
  path: string,
  status: number,
  answers: object,
  headers?: Record<string, string>,
  body?: string,
][] = [
  [proof, 200, {}],
  [proof, 404, { read_public_proof: none }],
  [proof, 410, found({ status: 'removed', endedAt: wallet.proven_at })],
  [proof, 500, found({ status: 'standing', proof: { secret: 'row' } })],
  [proof, 503, { read_public_proof: away }],
  [person, 200, {}],
  [person, 304, {}, { 'if-none-match': '*' }],
  [person, 404, { read_public_page: none }],
  [person, 500, { read_public_page: { ok: true, rows: { ...page, proofs: 'row' } } }],
  [person, 503, { read_public_page: away }],
  [wallets, 200, {}],
  [wallets, 304, {}, { 'if-none-match': '*' }],
  [wallets, 401, { read_access_token: none }],
  [wallets, 403, { read_access_token: { ok: true, rows: { ...granted, claims: { sub } } } }],
  [wallets, 429, tooMany],
  [wallets, 429, { ...tooMany, read_access_token: none }],
  [wallets, 500, { read_access_token: broken }],
  [wallets, 503, { read_access_token: away }],
  [ofSubject, 200, {}],
  [ofSubject, 304, {}, { 'if-none-match': '*' }],
  [ofSubject, 401, { read_oauth_client: none }],
  [ofSubject, 404, { list_wallets_of_subject: none }],
  [ofSubject, 429, tooMany],
  [ofSubject, 429, { ...tooMany, read_oauth_client: none }],
  [ofSubject, 500, { list_wallets_of_subject: broken }],
  [ofSubject, 503, { list_wallets_of_subject: away }],
  [poll, 200, {}],
  [poll, 400, {}, {}, '[]'],
  [poll, 401, { read_oauth_client: none }],
  [poll, 429, tooMany],
  [poll, 429, { ...tooMany, read_oauth_client: none }],
  [poll, 500, { poll_oauth_events: broken }],
  [poll, 503, { poll_oauth_events: away }],
];

test.each(tried)('%s answers %i exactly as docs/openapi.json describes', async (path, status, ...how) => {
  const [answers, headers = {}, body] = how;
  mockAnswers = { ...good, ...answers };
  const answer = await ask(path, { headers, ...(body !== undefined && { body }) });
  await expectDescribed(path, methodOf[path] ?? '', answer, status);
});

const others = [proof, person, wallets, ofSubject, poll].flatMap((path) =>
  describedStatuses(path)
    .map((described) => described.toUpperCase().split(' '))
    .filter(([method]) => method !== methodOf[path] && method !== 'HEAD')
    .map(([method = '', status]) => [path, method, Number(status)] as const),
);

test.each(others)('%s answers %s with %i as documented', async (path, method, status) => {
  await expectDescribed(path, method, await ask(path, { method }), status);
});

test('every documented status was tested, and HEAD is documented like its other method without the body', () => {
  for (const path of [proof, person, wallets, ofSubject, poll]) {
    const method = (methodOf[path] ?? '').toLowerCase();
    const described = describedStatuses(path);
    const asking = described.filter((one) => one.startsWith(`${method} `));
    const statuses = tried.filter(([at]) => at === path).map(([, status]) => `${method} ${status}`);
    expect([...new Set(statuses)].sort()).toEqual(asking.sort());
    const heads = described.filter((one) => one.startsWith('head ')).map((one) => one.slice('head '.length));
    expect(heads).toEqual(method === 'get' ? asking.map((one) => one.slice('get '.length)) : ['405']);
    for (const status of method === 'get' ? heads.map(Number) : [])
      expect(describedAnswer(path, 'HEAD', status).headers.map(([name]) => name)).toEqual(
        describedAnswer(path, 'GET', status).headers.map(([name]) => name),
      );
  }
});

import { randomBytes, randomUUID } from 'node:crypto';
import { describedAnswer } from '@/e2e/fixtures/api-description';
import { hashId } from '@/lib/apps/client-secret';
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

type Handler = (request: Request, context: { params: Promise<{ sub: string }> }) => Promise<Response>;

const backend = siteOnBackend();
let ofToken: Handler;
let ofSubject: Handler;
let ann: Person;
let app: RegisteredApp;
beforeAll(async () => {
  ofToken = (await import('./wallets/route')).GET as Handler;
  ofSubject = (await import('./accounts/[sub]/wallets/route')).GET as Handler;
  ann = await signUpPerson(backend);
  app = await registerApp(backend);
});

/** Stores an access token as the provider does. */
async function issueToken(person: Person, { clientId }: RegisteredApp, grantId: string, scope: string) {
  const [token, id] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const payload = {
    accountId: person.bound.p_user_id,
    clientId,
    grantId: id,
    scope,
    codeChallenge: 'x'.repeat(43),
  };
  const item = (kind: string, hash: string) => ({ kind, id_hash: hash, payload, seconds: 600 });
  const session_id = person.bound.p_session_id;
  const authorization = { id, grant_id: grantId, session_id, scopes: scope.split(' ') };
  const put = [
    { ...item('AuthorizationCode', hashId(randomUUID())), authorization },
    item('AccessToken', hashId(token)),
  ];
  const changes = { end: [], use: [], drop: [], put, used: [] };
  const stored = await callAsServer<{ isGood: boolean }>(backend, 'commit_oauth_request', {
    p_changes: changes,
  });
  expect(accepted(stored).isGood).toBe(true);
  return token;
}

const send = (handler: Handler, headers: Record<string, string>, sub = '') =>
  handler(new Request('http://localhost:3000/', { headers }), { params: Promise.resolve({ sub }) });
const readByToken = (token: string, headers: Record<string, string> = {}) =>
  send(ofToken, { authorization: `Bearer ${token}`, ...headers });
const asBasic = ({ clientId, secret }: RegisteredApp) =>
  `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
const readAs = (by: RegisteredApp, sub: string, headers: Record<string, string> = {}) =>
  send(ofSubject, { authorization: asBasic(by), ...headers }, sub);

const tokenPath = '/api/v1/wallets';
const subjectPath = '/api/v1/accounts/{sub}/wallets';

/** Asserts that a response matches docs/openapi.json. @returns its body. */
async function expectDescribed(path: string, answer: Response, status: number) {
  expect(answer.status).toBe(status);
  const { headers, body } = describedAnswer(path, 'GET', status);
  for (const [name, schema] of headers)
    expect([name, schema.safeParse(answer.headers.get(name)).error?.message]).toEqual([name, undefined]);
  const text = await answer.text();
  if (!body) {
    expect(text).toBe('');
    return null;
  }
  const value = JSON.parse(text);
  expect(body.safeParse(value).error?.message).toBeUndefined();
  return value;
}
const addressesIn = async (answer: Response) =>
  ((await answer.json()) as { wallets: { address: string }[] }).wallets.map(({ address }) => address);

test("a token reads only the chosen wallets, and its user's subject for this app", async () => {
  const [shared, kept] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
  const gate = await registerApp(backend);
  const grant = accepted(await give(backend, ann, gate.clientId, [shared.walletId]));
  const token = await issueToken(ann, gate, grant, 'openid wallets');
  const sub = await subjectOf(backend, ann, gate.clientId);
  const body = await expectDescribed(tokenPath, await readByToken(token), 200);
  expect(body).toMatchObject({
    sub,
    wallets: [
      { address: shared.address, account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${shared.address}` },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(kept.address);
  expect(await expectDescribed(subjectPath, await readAs(gate, sub), 200)).toEqual(body);
});

test('an unchanged response is not sent again, and a changed one has another ETag', async () => {
  const { walletId } = await proveNewWallet(backend, ann);
  const gate = await registerApp(backend);
  const grant = accepted(await give(backend, ann, gate.clientId, [walletId]));
  const token = await issueToken(ann, gate, grant, 'openid wallets');
  const etag = (await readByToken(token)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const has of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    await expectDescribed(tokenPath, await readByToken(token, { 'if-none-match': has }), 304);
  for (const has of ['"other"', etag.slice(1, -1), '', `${etag}x`])
    expect((await readByToken(token, { 'if-none-match': has })).status).toBe(200);
  await prove(backend, await signUpPerson(backend), await addressOf(walletId), 'move');
  const after = await readByToken(token, { 'if-none-match': etag });
  expect([after.status, await addressesIn(after)]).toEqual([200, []]);
});

async function addressOf(walletId: string): Promise<string> {
  const { data } = await ann.client.from('live_wallets').select('address').eq('id', walletId).single();
  return String(data?.address);
}

test.each([
  ['nothing', {}],
  ['a token that never was', { authorization: `Bearer ${randomBytes(32).toString('base64url')}` }],
  ['a token as somebody else would write it', { authorization: 'Bearer a b' }],
  ['a JWT, like an ID token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' }],
  ['a session of this site', { authorization: 'Bearer session', cookie: 'sb-127-auth-token=x' }],
  ['a secret in the place of a token', { authorization: 'Basic YXBwOnNlY3JldA==' }],
])('reading requires a token: %s is refused', async (_attack, headers) => {
  await expectDescribed(tokenPath, await send(ofToken, headers as Record<string, string>), 401);
});

test("the user's own access token is refused", async () => {
  await expectDescribed(tokenPath, await readByToken(ann.session.access_token), 401);
});

test('a token without the scope gets an error that names the scope', async () => {
  const gate = await registerApp(backend);
  const grant = accepted(await give(backend, ann, gate.clientId, []));
  const narrow = await readByToken(await issueToken(ann, gate, grant, 'openid'));
  await expectDescribed(tokenPath, narrow, 403);
  expect(narrow.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="wallets"');
  // And a token reads no more than the user consented to.
  const other = await registerApp(backend);
  const without = accepted(await give(backend, ann, other.clientId, [], ['openid']));
  await expectDescribed(
    tokenPath,
    await readByToken(await issueToken(ann, other, without, 'openid wallets')),
    403,
  );
});

test("an app's server gets one response for all unknown subjects, whatever the reason", async () => {
  const { walletId } = await proveNewWallet(backend, ann);
  const other = await registerApp(backend, { redirect_uris: ['https://other.example/callback'] });
  accepted(await give(backend, ann, other.clientId, [walletId]));
  const theirs = await subjectOf(backend, ann, other.clientId);
  const ended = await signUpPerson(backend);
  const endedGrant = accepted(await give(backend, ended, app.clientId, []));
  await callAsServer(backend, 'end_oauth_grant', { ...ended.bound, p_grant_id: endedGrant, p_device: null });
  const narrow = await signUpPerson(backend);
  accepted(await give(backend, narrow, app.clientId, [], ['openid']));
  const subs = [
    randomUUID(),
    theirs,
    ann.bound.p_user_id,
    await subjectOf(backend, ended, app.clientId),
    await subjectOf(backend, narrow, app.clientId),
    'no-subject',
    'a'.repeat(500),
    '%00',
    '\0',
    "' or true --",
  ];
  const bodies = [];
  for (const sub of subs) bodies.push(await expectDescribed(subjectPath, await readAs(app, sub), 404));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  expect((await readAs(other, theirs)).status).toBe(200);
});

test("reads of one person by secret don't hold up those of the app's other people", async () => {
  const bob = await signUpPerson(backend);
  const gate = await registerApp(backend);
  const subs = [];
  for (const person of [ann, bob]) {
    accepted(await give(backend, person, gate.clientId, []));
    subs.push(await subjectOf(backend, person, gate.clientId));
  }
  const [busy = '', calm = ''] = subs;
  const statuses = [];
  for (let count = 0; count < 121; count++) statuses.push((await readAs(gate, busy)).status);
  expect(statuses).toEqual([...Array(120).fill(200), 429]);
  expect((await readAs(gate, calm)).status).toBe(200);
  expect((await readAs(gate, 'unknown')).status).toBe(404);
});

test('a wrong secret and an unknown app get the same response, byte for byte', async () => {
  const unknown = { clientId: `app_${'z'.repeat(24)}`, secret: 'x' };
  const pageApp = await registerApp(backend, { is_confidential: false });
  const wrong = [
    { ...app, secret: 'wrong' },
    unknown,
    { ...pageApp, secret: '' },
    { clientId: 'x', secret: 'x' },
  ];
  const answers = [];
  for (const by of wrong) {
    const answer = await readAs(by, randomUUID());
    const headers = [...answer.headers];
    answers.push(JSON.stringify([headers, await expectDescribed(subjectPath, answer, 401)]));
  }
  expect(new Set(answers).size).toBe(1);
});

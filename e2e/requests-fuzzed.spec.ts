import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import fc from 'fast-check';
import { pathOf } from '../server/check-request.ts';
import { refuseBody } from '../server/next-formats/refuse-body.ts';
import { readRoutes } from '../server/next-formats/routes.ts';
import { listRequestShapes } from '../server/testing/request-shapes.ts';
import { type Account, createAccount } from './fixtures/account.ts';
import { buildFolder } from './fixtures/app-under-test.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { listDataPaths, listPagePaths } from './fixtures/page-paths.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { listActions } from './fixtures/server-actions.ts';
import { fetchTokens, packSession, writeCookieHeader } from './fixtures/session-cookies.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/** Fixed, so that runs are reproducible. `FAST_CHECK_SEED=…` sets another seed, and `FAST_CHECK_TIMES=20` runs twenty times as many. */
const seed = Number(process.env.FAST_CHECK_SEED ?? 20261122);

const count = Math.ceil(2000 * Number(process.env.FAST_CHECK_TIMES ?? 1));
const atOnce = 8;

test(`${count} malformed or hostile requests are answered, and none writes an error or a stack into the log @slow`, async ({
  startPrivateStack,
}) => {
  const { addresses, app } = await startPrivateStack({ app: { LOG_FORMAT: 'json' } });
  const { siteUrl } = addresses;
  const account = await createAccount(addresses);
  const signedIn = await openSignedInClient(addresses, account);
  const cookies = [writeCookieHeader(signedIn.cookies), ...(await stealCookies(addresses, account))];
  const failures = [
    ...(await openPages(siteUrl, cookies)),
    ...(await acknowledgeMadeUpEvents(addresses, account)),
  ];
  const requests = fc.sample(hostileRequest(siteUrl, cookies), { numRuns: count, seed });
  // With fewer, hardly any text would reach an action.
  expect(requests.filter(({ runsAction }) => runsAction).length).toBeGreaterThan(40);
  const waiting = requests.values();
  const sendOneByOne = async () => {
    for (const request of waiting) {
      const answer = await sendBytes(siteUrl, request);
      if (/^HTTP\/1\.1 5/.test(answer)) failures.push(request.bytes.toString('latin1'));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
  expect(failures).toEqual([]);
  // A final request, answered once all effects of the others are logged.
  expect((await openHttpClient(siteUrl).get('/sign-in')).status).toBe(200);
  const lines = app.process.output().split('\n');
  expect(lines.filter((line) => /"level":"error"|"stack":|^ {4}at |Error:/.test(line))).toEqual([]);
});

const listed = (text: string) => text.trim().split(/\s*[|\n]\s*/);
const from = (text: string) => fc.constantFrom(...listed(text));
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const mostly = (usual: string, ...others: string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

/** Texts that confuse parsers or databases. */
const text = fc.oneof(
  from(
    'ada@example.com | 123456 | correct horse battery | /wallets | %00 | {"a":1} | $K1 | $$ | --qq | ../.. | null | __proto__',
  ),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\u202e',
    '\ufeff[]',
    '\r\n',
    '<script>',
    "';--",
    'ada\0@example.com',
    '\ud83d',
  ),
  fc.constantFrom('x'.repeat(300), 'é'.repeat(3000)),
  fc.uuid(),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** Field names of the site's forms, and parameters of its addresses. */
const ownName = from(`
    email | password | code | next | name | captcha_token | recoveryCode | provider | walletId | label | id | factorId
    sessionId | grantId | clientId | confirmation | token_hash | type | state | error | iss | back | request | token
    before | client_id | redirect_uri | response_type | scope | prompt | id_token_hint | nonce | code_challenge
    grant_type | refresh_token | client_secret | post_logout_redirect_uri | _rsc | 0 | 1 | 00 | _1_email | origins
    redirectUris | website | logo | sub`);
const name = fc.oneof({ weight: 9, arbitrary: ownName }, { weight: 1, arbitrary: text });
const fields = fc.array(fc.tuple(name, text), { maxLength: 6 });

/** Values that React's argument decoder treats as references, and plain texts. */
const reference = fc
  .tuple(
    fc.constantFrom(...'$@hHTQWKiI-NuDnABRrXxFPEYZ', ''),
    fc.constantFrom('', '0', '1', '00', '-1', 'a', '0:0', '0:0:a', '0:constructor', 'undefined'),
  )
  .map(([kind, what]) => `$${kind}${what}`);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: false },
    fc.oneof(text, text, reference, fc.constantFrom(null, true, 5, 1e99)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(ownName, from('then | status | __proto__')), tie('json'), { maxKeys: 3 }),
  ),
}));

const disguise = fc.constantFrom<(path: string) => string>(
  ...listed(`
    */ | /* | /.* | /x/..* | /x/%2e%2e* | /_next/static/../..* | *%00 | *\\ | *;x | *.rsc | *.txt | */%ff | *#x
    *.segments/_tree.segment.rsc | http://evil.example* | //evil.example*`).map(
    (pattern) => (path: string) => pattern.replace('*', path),
  ),
  (path) => path.toUpperCase(),
  (path) => path.replace('n', '%6e'),
  ...['%00', '%F0%9F%98%80', '[id]', 'x'.repeat(3000), '00000000-0000-4000-8000-000000000000'].map(
    (id) => (path: string) => path.replace('nothing', id),
  ),
);
const paths = [
  ...[...listPagePaths(), ...listDataPaths()],
  ...listed(`
    /oauth/token | /oauth/authorize | /oauth/logout | /oauth/userinfo | /oauth/introspect | /oauth/revoke | /oauth/nothing
    /.well-known/openid-configuration | /.well-known/nothing | /_next/static/x.js | /_next/image | /_next/x | /icon.svg
    /_next/data/x/sign-in.json | /fonts/x | /style/x | / | /nothing | /favicon.ico | /robots.txt | /api/nothing
    /_error | /404 | /500 | /__nextjs_x | /_next/image?url=/icon.svg&w=64&q=75`),
];
const query = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fields.map((some) => `?${new URLSearchParams(some)}`) },
  { weight: 1, arbitrary: from(`?% | ?%ff | ?%00 | ?_rsc=1 | ??&&== | ?a[b]=c | ?a=${'/'.repeat(8000)}`) },
);
const path = fc
  .tuple(fc.constantFrom(...paths), fc.option(disguise, { freq: 3 }), query)
  .map(([known, change, asked]) => (change ? change(known) : known) + asked);

/** Headers of Next.js, React's router, proxies and browsers, with values they may misread. */
const header = from(`
  RSC: 1 | RSC: \u00ff | Next-Router-Prefetch: 1 | Next-Router-Prefetch: 2 | Next-HMR-Refresh: 1 | Next-Url: /wallets | Next-Url: %
  Next-Router-Segment-Prefetch: /_tree | Next-Router-Segment-Prefetch: /../x | Next-Router-State-Tree: x
  Next-Router-State-Tree: % | Next-Router-State-Tree: [] | Next-Router-State-Tree: ${'a'.repeat(9000)}
  Next-Router-State-Tree: ${encodeURIComponent('["",{"children":["x",{}]},null,"refetch"]')}
  Next-Router-State-Tree: ${encodeURIComponent('[null,{"children":5}]')} | Next-Instant-Navigation-Testing: 1
  Next-Resume: 1 | X-Next-Resume-State-Length: 9 | X-Action-Forwarded: 1 | X-Nextjs-Data: 1 | X-Matched-Path: /x
  X-Middleware-Subrequest: middleware | X-Middleware-Rewrite: /x | X-Middleware-Next: 1 | X-Invoke-Path: /x
  X-Invoke-Status: 500 | X-Invoke-Error: { | X-Invoke-Query: { | X-Prerender-Revalidate: x | X-Next-Revalidated-Tags: x
  X-Nextjs-Postponed: 1 | X-Now-Route-Matches: 1 | X-Nextjs-Request-Id: x | X-Nextjs-Html-Request-Id: x
  X-Forwarded-Host: evil.example | X-Forwarded-Host: % | X-Forwarded-Proto: x | X-Forwarded-Port: x | X-Forwarded-For: x
  X-Forwarded-For: 1.2.3.4, ::1 | Forwarded: for=x | X-HTTP-Method-Override: POST | Range: bytes=5-2 | Range: x
  If-None-Match: * | If-Modified-Since: x | Accept-Encoding: x;q=9 | Accept: x | Accept: */*;q=x | Accept-Language: \u00ff;q=9
  Accept: application/json | Authorization: Bearer x | Authorization: Basic x | Authorization: Basic OjA6
  Authorization: \u00ff | Authorization: DPoP x | Expect: 100-continue | Expect: x | Upgrade: websocket | Upgrade: h2c
  Connection: Upgrade | Connection: x | TE: trailers | Trailer: x | Content-Encoding: gzip | User-Agent:
  User-Agent: ${'x'.repeat(3000)} | User-Agent: Googlebot | User-Agent: \u00ff | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: x
  Sec-Purpose: prefetch | Purpose: prefetch | Referer: % | Referer: http://[ | Cache-Control: no-cache | Pragma: x
  Content-Length: x | Date: x | x-request-id: x | x-nonce: x | x-session-unavailable: 1 | traceparent: x`);
const badCookie = fc.oneof(
  from(`x | = | ;; | a=% | a=%00 | a=" | __proto__=1 | \u00ff=\u00ff | a=${'x'.repeat(4000)}`),
  fc
    .tuple(
      from('sb-127-auth-token | sb-127-auth-token.0 | sb-127-auth-token-code-verifier | sign-up'),
      from(`x | base64-x | sealed-x | sealed- | %7B%7D | null | %00 | % | [] | ${'x'.repeat(3000)}`),
    )
    .map((pair) => pair.join('=')),
);
const method = fc.oneof(
  { weight: 9, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: from('HEAD | PUT | DELETE | PATCH | OPTIONS | TRACE | QUERY | CONNECT | get | PROPFIND'),
  },
);

type HostileRequest = {
  bytes: Buffer;
  /** Whether the server passes it to an action of the page. */
  runsAction: boolean;
  /** When the client disconnects. With `never`, it reads the whole answer. */
  leaves: 'never' | 'half closed' | 'after all' | 'half way';
};

/** A row of the table, with any action, field text, method, path, framing and neighbors. */
function hostileRequest(siteUrl: string, cookies: string[]): fc.Arbitrary<HostileRequest> {
  const { host, origin } = new URL(siteUrl);
  const actions = listActions();
  const action = '60'.repeat(21);
  const shapes = listRequestShapes({ siteUrl, action, elsewhere: actions[0]?.id ?? '' });
  const calls = shapes.filter((shape) => !shape.answer && shape.bytes.includes('POST /sign-up '));
  const findRoute = readRoutes(buildFolder);
  const made = fc.record({
    shape: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...shapes) },
      { weight: 1, arbitrary: fc.constantFrom(...calls) },
    ),
    own: fc.constantFrom(...actions),
    typed: fc.option(fields, { freq: 4 }),
    given: fc.option(json, { freq: 2 }),
    change: rarely(fc.record({ at: fc.nat(), byte: fc.nat(255) })),
    path: rarely(path),
    method,
    host: mostly(`Host: ${host}`, 'Host: evil.example', 'Host: ', 'Host: \u00ff', 'Host: x\r\nHost: y', ''),
    origin: mostly(
      `Origin: ${origin}`,
      'Origin: null',
      'Origin: http://evil.example',
      'Origin: %',
      'Origin: ',
      '',
    ),
    cookie: fc.oneof(fc.constantFrom('', ...cookies), badCookie),
    headers: fc.array(header, { maxLength: 4 }),
    framing: mostly('length', 'chunked', 'short', 'none', 'both', 'byte by byte'),
    leaves: fc.constantFrom<HostileRequest['leaves']>(
      ...(['never', 'never', 'never', 'never', 'half closed', 'after all', 'half way'] as const),
    ),
  });
  return made.map(({ shape, own, typed, given, change, ...by }) => {
    const [head = '', ...rest] = shape.bytes.toString('latin1').replaceAll(action, own.id).split('\r\n\r\n');
    const [first = '', ...lines] = head
      .split('\r\n')
      .filter((line) => !/^(Host|Origin|Content-Length|Transfer-Encoding|Connection):/.test(line));
    const [shapesMethod = '', shapesPath] = first.split(' ');
    const target = by.path ?? (shapesPath === '/sign-up' ? own.path : shapesPath);
    const prefix = head.includes('Next-Action') ? '_1_' : '';
    const isForm = head.includes('; boundary=qq\r\n');
    const parts = (isForm && typed ? typed : []).map(
      ([of, content]) =>
        `--qq\r\nContent-Disposition: form-data; name="${prefix}${of.replaceAll(/["\r\n]/g, '_')}"\r\n\r\n${content}\r\n`,
    );
    const utf8 = (words: string) => Buffer.from(words).toString('latin1');
    const args = given === null ? null : utf8(JSON.stringify(given));
    const shaped = rest.join('\r\n\r\n');
    const argued =
      args === null
        ? shaped
        : shaped.replace('{"status":"ready"}', () => args).replace(/^\[\]$/, () => `[${args}]`);
    const body = Buffer.from(utf8(parts.join('')) + argued, 'latin1');
    if (change && body.length > 0) body[change.at % body.length] = change.byte;
    const content = body.toString('latin1');
    const chunked = (some: string[]) =>
      `${some.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`;
    const whole = chunked(content ? [content] : []);
    const length = `Content-Length: ${content.length}`;
    const inChunks = 'Transfer-Encoding: chunked';
    const framed: Record<string, [headers: string[], body: string]> = {
      length: [content ? [length] : [], content],
      short: [[`Content-Length: ${Math.floor(content.length / 2)}`], content],
      none: [[], content],
      chunked: [[inChunks], whole],
      both: [[inChunks, length], whole],
      'byte by byte': [[inChunks], chunked([...content])],
    };
    const [said, sent] = framed[by.framing] ?? [[], ''];
    const all = [by.host, by.origin, by.cookie && `Cookie: ${by.cookie}`, ...lines, ...by.headers, ...said];
    const written = [
      `${by.method ?? shapesMethod} ${target?.replaceAll(' ', '%20')} HTTP/1.1`,
      ...all.filter(Boolean),
    ];
    const bytes = Buffer.from(`${written.join('\r\n')}\r\nConnection: close\r\n\r\n${sent}`, 'latin1');
    const called = lines.find((line) => line.startsWith('Next-Action: '))?.slice(13);
    const isWhole =
      `${by.method ?? shapesMethod} ${by.host} ${by.origin} ${by.framing}` ===
      `POST Host: ${host} Origin: ${origin} length`;
    const contentType = lines.find((line) => line.startsWith('Content-Type: '))?.slice(14) ?? '';
    const route = findRoute(pathOf(target ?? ''));
    const runsAction =
      isWhole &&
      route?.isPage === true &&
      (isForm || called !== undefined) &&
      refuseBody({ contentType, actionId: called, body, route }) === null;
    return { bytes, leaves: by.leaves, runsAction };
  });
}

/**
 * Cookies of a user with an authenticator: a copy from before it was added, just checked by the site, and one with only the password from
 * after. Both sessions still need the second factor.
 */
async function stealCookies(addresses: Addresses, other: Account): Promise<string[]> {
  const account = await createAccount(addresses);
  // The database checks the session before it inserts a row.
  const wallet = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, account), createWalletKey());
  await proveWallet(addresses, await openProver(addresses, account), wallet);
  await proveWallet(addresses, await openProver(addresses, other), wallet, { purpose: 'move' });
  const takeCookie = async () =>
    writeCookieHeader(packSession(await fetchTokens(addresses, account), addresses));
  const copied = await takeCookie();
  expect((await sendRaw(addresses.siteUrl, { path: '/wallets', headers: { cookie: copied } })).status).toBe(
    200,
  );
  await addAuthenticator(addresses, account);
  return [copied, await takeCookie()];
}

/** Opens all pages, as HTML and as the router of another version. @returns the pages that failed. */
async function openPages(siteUrl: string, cookies: string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const cookie of cookies)
    for (const page of listPagePaths())
      for (const [path, headers] of [
        [page, {}],
        [`${page}.rsc`, { 'next-router-prefetch': '2' }],
        [`${page}.rsc`, { 'next-router-state-tree': '[]' }],
      ] as const) {
        const { status } = await sendRaw(siteUrl, { path, headers: { ...headers, cookie } });
        if (status >= 500) failures.push(path);
      }
  return failures;
}

const madeUp = '00000000-0000-4000-8000-000000000000';

const acknowledgements = [
  { setErrs: { [madeUp]: { err: 'jwtAud', description: 'line\nbreak' } } },
  { setErrs: { [madeUp]: { err: '"level":"error"\n' }, 'no id': { err: '' }, constructor: { err: 'x' } } },
  { setErrs: Object.fromEntries(Array.from({ length: 300 }, () => [randomUUID(), { err: 'x' }])) },
  { setErrs: { [madeUp]: { err: 5 } } },
  { setErrs: [] },
  { setErrs: { '\0': { err: '\0' } }, ack: [madeUp, madeUp, 'no id', '\0', '\ud800'] },
  { ack: Array.from({ length: 500 }, () => randomUUID()), maxEvents: 0 },
];

/** Sends invalid acknowledgements as a self-registered app. @returns answers with a status other than 200 or 400 */
async function acknowledgeMadeUpEvents(addresses: Addresses, account: Account): Promise<string[]> {
  const app = await startRelyingApp(addresses, { owner: await openProver(addresses, account) });
  const authorization = `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`;
  const answers = acknowledgements.map(async (said) => {
    const body = Buffer.from(JSON.stringify({ returnImmediately: true, ...said }));
    const request = { method: 'POST', path: '/api/v1/events/poll', headers: { authorization }, body };
    const { status } = await sendRaw(addresses.siteUrl, request);
    return [200, 400].includes(status) ? [] : `${status} to ${body}`;
  });
  const failures = (await Promise.all(answers)).flat();
  await app.stop();
  return failures;
}

/** @returns the received text, once either side has closed the connection. */
async function sendBytes(siteUrl: string, { bytes, leaves }: HostileRequest): Promise<string> {
  const socket = connect(Number(new URL(siteUrl).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  // If the server resets the connection, this side also gets an error; `close` follows.
  const cut: Error[] = [];
  socket.on('error', (error) => cut.push(error));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (leaves === 'never') socket.write(bytes);
  else if (leaves === 'half closed') socket.end(bytes);
  else {
    const sent = leaves === 'half way' ? bytes.subarray(0, bytes.length / 2) : bytes;
    socket.write(sent, () => socket.destroy());
  }
  await closed;
  return received;
}

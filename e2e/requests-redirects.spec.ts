import { createAccount } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { deployedSettings } from './fixtures/app-under-test.ts';
import { openHttpClient, passwordPath } from './fixtures/http-client.ts';
import { listPagePaths } from './fixtures/page-paths.ts';
import { expect, test } from './fixtures/test.ts';

const subrequests = [
  'middleware',
  'src/middleware',
  'pages/_middleware',
  'src/pages/_middleware',
  '/middleware',
];

/** Spellings of this site's paths that a naive check would not recognize. */
const disguisedPaths =
  `/%77allets /%61ccount /WALLETS /Account /wallets%00 /wallets%20 /wallets.rsc /wallets.json
    /account.txt /wallets.segments/_full.segment.rsc /_next/data/build/account.json
    /sign-in/../account /sign-in/%2e%2e/account /sign-in%2f..%2faccount /sign-in/..;/account
    /sign-in;/account /./account /api/../account /api/health/../../account /api/%2e%2e/account
    /_next/static/../../account /_next/static/%2e%2e/%2e%2e/account /_next/image/../../account
    /favicon.ico/../account /account?favicon.ico /account#/sign-in /proofs/../account /% /%ff`.split(/\s+/);

test('a visitor without a session sees nothing at any spelling of a protected path', async ({
  addresses,
}) => {
  const visitor = openHttpClient(addresses.siteUrl);
  for (const path of disguisedPaths) {
    const { status, headers, text } = await visitor.get(path);
    const goesToSignIn = status === 307 && /^\/sign-in(\?|$)/.test(locationOf(headers));
    const saysNothing = (status === 307 && text === '') || status === 400 || status === 404;
    expect([path, goesToSignIn || saysNothing]).toEqual([path, true]);
    expect([path, /Sign out|signed-in/.test(text)]).toEqual([path, false]);
  }
});

test('doubled slashes and backslashes are corrected on this site and never lead to another', async ({
  addresses,
}) => {
  const visitor = openHttpClient(addresses.siteUrl);
  const evil = '//account ///account /\\account //evil.example /\\evil.example //evil.example/..'.split(' ');
  for (const path of evil) {
    const { status, headers, text } = await visitor.get(path);
    expect([path, status]).toEqual([path, status === 400 ? 400 : 308]);
    const target = new URL(headers.location ?? '/', addresses.siteUrl);
    expect([path, target.origin]).toEqual([path, addresses.siteUrl]);
    expect([path, /Sign out/.test(text)]).toEqual([path, false]);
  }
});

test('claiming to be an internal request of the middleware gives no access', async ({ addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  for (const name of subrequests) {
    for (const times of [1, 5, 20]) {
      const claim = Array(times).fill(name).join(':');
      const { status, headers } = await visitor.get('/account', { 'x-middleware-subrequest': claim });
      expect([claim, status, headers.location]).toEqual([claim, 307, '/sign-in?next=%2Faccount']);
    }
  }
});

test('router requests, for data or prefetches, return nothing without a session', async ({ addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  const ways: Array<Record<string, string>> = [
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { rsc: '1', 'next-router-prefetch': '2' },
    { rsc: '1', 'next-router-segment-prefetch': '/_full' },
    { rsc: '1', 'next-router-state-tree': encodeURIComponent(JSON.stringify(['', {}, null, 'refetch'])) },
    { 'x-nextjs-data': '1' },
    { 'x-middleware-prefetch': '1', purpose: 'prefetch' },
    { 'x-middleware-rewrite': '/account' },
    { 'x-middleware-next': '1' },
    { 'x-invoke-path': '/account', 'x-matched-path': '/account' },
    { 'x-session-unavailable': '1' },
  ];
  for (const headers of ways) {
    for (const path of ['/account', '/account?_rsc=1', '/wallets']) {
      const answer = await visitor.get(path, headers);
      const target = locationOf(answer.headers) || String(answer.headers['x-nextjs-redirect']);
      expect([path, headers, answer.status]).toEqual([path, headers, 307]);
      expect([path, headers, target.split('?')[0]]).toEqual([path, headers, '/sign-in']);
      expect([path, headers, ['', target].includes(answer.text)]).toEqual([path, headers, true]);
    }
  }
});

test('every non-public page asks for sign-in and leads back', async ({ addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  const open = [
    // Not a page: 404.
    ...`/nothing /sign-in /sign-in/second-factor /sign-up /reset-password /auth/confirm
      /proofs/nothing /people/nothing /connect/problem /connect/signed-out /accessibility /developers/docs
      /developers/docs/nothing`.split(/\s+/),
  ];
  for (const path of listPagePaths().filter((one) => !open.includes(one))) {
    const { status, headers } = await visitor.get(path);
    const expected = path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`;
    expect([path, status, headers.location]).toEqual([path, 307, expected]);
  }
});

/** safe-redirect.test.ts has the other cases. */
const elsewhere = '/..//evil.example';

test('signing in, visits while signed in and "Confirm it\'s you" end at the wallets if `next` leads elsewhere', async ({
  account,
  addresses,
}) => {
  const visitor = openHttpClient(addresses.siteUrl);
  const fields = { ...account, next: elsewhere };
  const signedIn = await visitor.press(
    `${passwordPath}&next=${encodeURIComponent(elsewhere)}`,
    'Sign in',
    fields,
  );
  expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/wallets']);
  for (const page of ['sign-in', 'sign-up']) {
    const { status, headers } = await visitor.get(`/${page}?next=${encodeURIComponent(elsewhere)}`);
    expect([page, status, headers.location]).toEqual([page, 307, '/wallets']);
  }
  const confirmed = await visitor.press('/confirm-access?way=password', 'Continue', fields);
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, '/wallets']);
});

test('an emailed link with a `next` that leads elsewhere ends at the wallets', async ({
  addresses,
  mailbox,
}) => {
  const fields = { email: `link-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  const visitor = openHttpClient(addresses.siteUrl);
  const path = `/sign-up?next=${encodeURIComponent('//evil.example')}`;
  const asked = await visitor.press(path, 'Create account', fields);
  expect([asked.status, asked.headers.location]).toEqual([303, '/sign-in?step=code']);
  const link = new URL((await mailbox.newestTo(fields.email)).link ?? '');
  expect(link.origin).toBe(addresses.siteUrl);
  link.searchParams.set('next', '/\\evil.example');
  const confirmed = await visitor.press(link.pathname + link.search, 'Confirm email');
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, '/wallets']);
});

test('a forged Host has no effect on emails and redirects', async ({ addresses: shared, mailbox }) => {
  // With the local backend, the server refuses other hosts. Auth writes the links, with the project's site URL.
  const { siteUrl, process } = await startAppOnBackend(shared, { variables: deployedSettings });
  const addresses = { ...shared, siteUrl };
  const disguises: Array<Record<string, string>> = [
    { host: 'evil.example' },
    {
      'x-forwarded-host': 'evil.example, localhost',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-original-url': '/evil',
      'x-rewrite-url': '/evil',
    },
  ];
  for (const headers of disguises) {
    const account = await createAccount(addresses);
    const known = await mailbox.lastTo(account.email);
    const reset = await openHttpClient(addresses.siteUrl).press(
      '/reset-password',
      'Email me a code',
      { email: account.email },
      { headers },
    );
    expect([headers, reset.status, reset.headers.location]).toEqual([
      headers,
      303,
      '/reset-password?step=code',
    ]);
    const mail = await mailbox.newestTo(account.email, known);
    expect(new URL(mail.link ?? '').origin).toBe(shared.siteUrl);
    expect(mail.html + mail.text).not.toContain('evil');

    const email = `host-${crypto.randomUUID()}@example.com`;
    const fields = { email, password: 'correct horse battery' };
    await openHttpClient(addresses.siteUrl).press('/sign-up', 'Create account', fields, { headers });
    const confirmation = await mailbox.newestTo(email);
    expect(new URL(confirmation.link ?? '').origin).toBe(shared.siteUrl);
    expect(confirmation.html + confirmation.text).not.toContain('evil');

    const visitor = openHttpClient(addresses.siteUrl);
    const redirect = await visitor.get('/account', headers);
    expect(new URL(redirect.headers.location ?? '', addresses.siteUrl).origin).toBe(addresses.siteUrl);
    const signedIn = await visitor.press(passwordPath, 'Sign in', account, { headers });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/wallets']);
    expect(`${signedIn.setCookies}`).not.toMatch(/domain/i);
  }
  await process.stop();
});

function locationOf(headers: { location?: string | undefined }): string {
  return headers.location ?? '';
}

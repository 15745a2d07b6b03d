import { checkSettings, type Settings } from './settings.ts';

const good = {
  issuer: 'https://countersign.example',
  clientId: 'app_1b25f91ffb6faefee6a428ee',
  clientSecret: 'cs_1',
  redirectUri: 'https://app.example/auth/callback',
};

test.each<[Settings, string]>([
  [{ issuer: '' }, 'Set ISSUER to the address of your Countersign site.'],
  [{ issuer: 'countersign.example' }, 'Set ISSUER to the address of your Countersign site.'],
  [{ issuer: 'javascript:alert(1)' }, 'Set ISSUER to the address of your Countersign site.'],
  [
    { issuer: 'http://countersign.example' },
    'ISSUER must start with https, except on this machine: localhost, 127.0.0.1 or [::1].',
  ],
  [
    { clientId: '' },
    'Set CLIENT_ID to the client ID you got when you registered your app. It starts with app_.',
  ],
  [
    { clientId: 'a b' },
    'Set CLIENT_ID to the client ID you got when you registered your app. It starts with app_.',
  ],
  [
    { clientSecret: '' },
    'Set CLIENT_SECRET to the secret you got when you registered your app. It starts with cs_.',
  ],
  [{ redirectUri: '/auth/callback' }, 'Set REDIRECT_URI to a redirect URI, as you registered it.'],
  [
    { redirectUri: 'http://app.example/auth/callback' },
    'REDIRECT_URI must start with https, except on this machine: localhost, 127.0.0.1 or [::1].',
  ],
  ...['/auth/sign-in', '/', '', '/auth/callback?from=app'].map((path): [Settings, string] => [
    { redirectUri: `https://app.example${path}` },
    'REDIRECT_URI must end with its own path segment, such as /auth/callback, and have no query.',
  ]),
  [
    { postLogoutRedirectUri: 'signed-out' },
    'Set POST_LOGOUT_REDIRECT_URI to a sign-out redirect URI, as you registered it.',
  ],
  ...['login', '//evil.example', '/\\evil.example'].map((errorPath): [Settings, string] => [
    { errorPath },
    'errorPath must be a path of your app, such as /sign-in-failed.',
  ]),
  [{ scope: 'wallets' }, 'Add openid to the scope.'],
  ...['__Host-session', '__host-session', '__Secure-session', 'a b', 'a;b', '', 'a'.repeat(65)].map(
    (name): [Settings, string] => [
      { cookie: { name } },
      'Set cookie.name to letters, digits, - and _, without __Host- or __Secure-, which is added.',
    ],
  ),
  ...['other.example', 'pp.example', 'example', '.app.example', 'app.example; Path=/', 'App.example', ''].map(
    (domain): [Settings, string] => [
      { cookie: { domain } },
      'Set cookie.domain to the host of REDIRECT_URI or a domain above it, such as example.com.',
    ],
  ),
  ...['example.com', 'localhost'].map((domain): [Settings, string] => [
    { cookie: { domain }, redirectUri: 'http://localhost/auth/callback' },
    'cookie.domain requires https. Omit it on this machine.',
  ]),
  [
    { cookie: { domain: '127.0.0.1' }, redirectUri: 'https://127.0.0.1/auth/callback' },
    'Set cookie.domain to the host of REDIRECT_URI or a domain above it, such as example.com.',
  ],
  ...[0, -1, 59, 60.5, Number.NaN, Number.POSITIVE_INFINITY, 31 * 24 * 3600].map(
    (maxAge): [Settings, string] => [
      { cookie: { maxAge } },
      'Set cookie.maxAge to seconds, from 60 to 2592000.',
    ],
  ),
])('names an invalid setting in one sentence: %j', (wrong, message) => {
  expect(() => checkSettings({ ...good, ...wrong })).toThrow(
    expect.objectContaining({ name: 'CountersignError', code: 'settings', message }),
  );
});

test('omitted settings are read from the environment, and a slash after the issuer is ignored', () => {
  const before = process.env;
  const env = {
    ISSUER: ' http://localhost:3000/ ',
    CLIENT_ID: good.clientId,
    CLIENT_SECRET: good.clientSecret,
    REDIRECT_URI: 'http://localhost:4000/auth/callback',
  };
  const read = {
    issuerName: 'http://localhost:3000',
    clientId: good.clientId,
    scope: 'openid profile wallets',
  };
  expect(checkSettings({ env })).toMatchObject(read);
  process.env = { ...before, ...env };
  try {
    expect(checkSettings()).toMatchObject(read);
  } finally {
    process.env = before;
  }
});

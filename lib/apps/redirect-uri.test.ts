import {
  describeRedirectUri,
  differsInLoopbackPort,
  type RedirectRules,
  refuseRedirectUri,
} from './redirect-uri';

const server: RedirectRules = { isConfidential: true, isLocal: false };
const publicApp: RedirectRules = { isConfidential: false, isLocal: false };
const local: RedirectRules = { isConfidential: true, isLocal: true };

test.each([
  'https://app.example/callback',
  'https://app.example',
  'https://app.example/',
  'https://app.example:8443/cb?from=countersign',
  'https://xn--bcher-kva.example/cb',
  'https://app.example/~ada/(cb);v=1',
  `https://app.example/${'x'.repeat(480)}`,
])('any app may have %s', (uri) => {
  expect(refuseRedirectUri(uri, server)).toBeNull();
  expect(refuseRedirectUri(uri, publicApp)).toBeNull();
});

test.each(['http://localhost:4000/cb', 'http://127.0.0.1/cb', 'http://[::1]:4000/cb'])(
  '%s is for apps without a secret, or for a local site',
  (uri) => {
    expect(refuseRedirectUri(uri, publicApp)).toBeNull();
    expect(refuseRedirectUri(uri, local)).toBeNull();
    expect(refuseRedirectUri(uri, server)).toBe('app.redirect_public_only');
  },
);

test.each(['com.example.app:/callback', 'com.example.app:/callback/done?x=1'])(
  "%s, an app's own scheme, is for apps without a secret",
  (uri) => {
    expect(refuseRedirectUri(uri, publicApp)).toBeNull();
    expect(refuseRedirectUri(uri, server)).toBe('app.redirect_public_only');
    expect(refuseRedirectUri(uri, local)).toBe('app.redirect_public_only');
  },
);

test.each([
  'com.example.app:/cb',
  'app.phantom:/cb',
  'io.metamask:/cb',
  'de.beispiel.karte:/cb',
  'com.example.my-app:/cb',
  'org.example.wallet.beta:/cb',
])('%s is a reversed domain', (uri) => {
  expect(refuseRedirectUri(uri, publicApp)).toBeNull();
});

test.each([
  ['a host', 'phantom.app:/cb'],
  ['a well-known host', 'google.com:/cb'],
  ['one of three parts', 'accounts.google.com:/cb'],
  ["this site's", 'www.countersign.example:/cb'],
  ['one of a brand', 'google.account:/cb'],
  ['another of a brand', 'apple.id:/cb'],
  ['one that begins with a top-level domain too', 'app.phantom.app:/cb'],
  ['one that begins with a country', 'id.apple.com:/cb'],
  ['two top-level domains', 'me.com:/cb'],
  ['two that begin with com', 'com.io:/cb'],
  ['com at both ends', 'com.google.com:/cb'],
  ['one whose name is hidden behind a dash', 'com.-example:/cb'],
  ['no domain at all', 'myapp.callback:/cb'],
])('refuses a scheme that reads as a host: %s', (_, uri) => {
  for (const rules of [server, publicApp, local])
    expect(refuseRedirectUri(uri, rules)).toBe('app.redirect_scheme');
});

test.each([
  ['plain http', 'http://app.example/cb', 'app.redirect_https'],
  [
    'plain http at a host that begins like this machine',
    'http://localhost.evil.example/cb',
    'app.redirect_https',
  ],
  ['plain http at another loopback address', 'http://127.0.0.2/cb', 'app.redirect_https'],
  ['no scheme', 'app.example/cb', 'app.redirect_https'],
  ['a scheme without a dot', 'myapp:/cb', 'app.redirect_scheme'],
  ['a scheme without a dot, and a host', 'myapp://callback', 'app.redirect_scheme'],
  ['a host behind a scheme of its own', 'com.attacker.app://bank.example/cb', 'app.redirect_scheme'],
  ['a scheme without a slash after it', 'com.example.app:callback', 'app.redirect_scheme'],
  ['capitals in the host', 'https://App.example/cb', 'app.redirect_spelling'],
  ['capitals in the scheme', 'HTTPS://app.example/cb', 'app.redirect_spelling'],
  ['the usual port', 'https://app.example:443/cb', 'app.redirect_spelling'],
  ['a path that goes up', 'https://app.example/a/../cb', 'app.redirect_spelling'],
  ['an encoded path that goes up', 'https://app.example/a/%2e%2e/cb', 'app.redirect_spelling'],
])('refuses an address with %s, with a hint', (_, uri, code) => {
  for (const rules of [server, publicApp, local]) expect(refuseRedirectUri(uri, rules)).toBe(code);
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script behind a slash', 'javascript:/**/alert(1)'],
  ['a script in a scheme with a dot', 'javascript.x,javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['a file', 'file:///etc/passwd'],
  ['a blob', 'blob:https://app.example/1'],
  ['a scheme of the web that looks like an own one', 'ws://app.example/cb'],
  ['a comma, at which a list would be cut', 'https://ok.example/cb,javascript:alert(document.domain)//x'],
  ['a wildcard host', 'https://*.example/cb'],
  ['a wildcard path', 'https://app.example/*'],
  ['a fragment', 'https://app.example/cb#part'],
  ['an empty fragment', 'https://app.example/cb#'],
  ['a user', 'https://countersign@evil.example/cb'],
  ['a user and password', 'https://a:b@app.example/cb'],
  ['an empty user', 'https://@app.example/cb'],
  ['a backslash', 'https://app.example\\@evil.example/cb'],
  ['letters of another alphabet', 'https://аpp.example/cb'],
  ['a space', 'https://app.example/c b'],
  ['a space around it', ' https://app.example/cb'],
  ['a line break', 'https://app.example/cb\nhttps://evil.example'],
  ['a tab inside the scheme', 'java\tscript:alert(1)'],
  ['a dot at the end of the host', 'https://app.example./cb'],
  ['no host', 'https:///cb'],
  ['a number for a host', 'https://3221226219/cb'],
  ['nothing', ''],
  ['501 characters', `https://app.example/${'x'.repeat(481)}`],
])('refuses an address with %s', (_, uri) => {
  for (const rules of [server, publicApp, local])
    expect(refuseRedirectUri(uri, rules)).toBe('app.redirect_invalid');
});

test('describes an address by its host and port, or as an app on the device with its scheme', () => {
  expect(describeRedirectUri('https://app.example:8443/cb')).toBe('app.example:8443');
  expect(describeRedirectUri('http://localhost:4000/cb')).toBe('localhost:4000');
  expect(describeRedirectUri('com.example.app:/cb')).toBe('an app on this device (com.example.app)');
});

test.each([
  'http://127.0.0.1:51234/callback?a=1',
  'http://127.0.0.1:65535/callback?a=1',
  'http://127.0.0.1/callback?a=1',
  'http://[::1]:51234/',
])('an installed app may listen at %s', (given) => {
  const registered = ['http://127.0.0.1:4000/callback?a=1', 'http://[::1]/'];
  expect(registered.some((uri) => differsInLoopbackPort(given, uri))).toBe(true);
});

test.each(
  `http://localhost:51234/callback https://127.0.0.1:51234/callback http://127.0.0.2:51234/callback http://[::1]:51234/callback
    http://127.0.0.1:0/callback http://127.0.0.1:65536/callback http://127.0.0.1:080/callback http://127.0.0.1:/callback
    http://127.0.0.1:+80/callback http://127.0.0.1:51234 http://127.0.0.1:51234/callback/ http://127.0.0.1:51234/Callback
    http://127.0.0.1:51234/callback?b http://127.0.0.1:51234/callback#a http://127.0.0.1:51234/x/../callback
    http://a@127.0.0.1:51234/callback http://127.0.0.1:51234@evil.example/callback http://127.0.0.1:51234\\@evil.example/callback
    http://127.0.0.1.evil.example:51234/callback http://127.1:51234/callback http://2130706433:51234/callback
    HTTP://127.0.0.1:51234/callback http://[::ffff:127.0.0.1]:51234/callback http://[0:0:0:0:0:0:0:1]:51234/callback
    http://[::1%25lo]:51234/callback http://0.0.0.0:51234/callback com.example.app:/callback`.split(/\s+/),
)("%s doesn't pass for http://127.0.0.1:4000/callback at another port", (given) => {
  expect(differsInLoopbackPort(given, 'http://127.0.0.1:4000/callback')).toBe(false);
});

test('the port of localhost and of any other host is part of the address', () => {
  for (const registered of [
    'http://localhost:4000/cb',
    'https://app.example:4000/cb',
    'http://[::2]:4000/cb',
  ])
    expect(differsInLoopbackPort(registered.replace('4000', '4001'), registered)).toBe(false);
});

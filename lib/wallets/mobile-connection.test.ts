import { contentSecurityPolicy } from '../http/security-headers';
import { chooseMobileConnection, listMobileSources } from './mobile-connection';

const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';
const agents = {
  'Chrome on Android': [`${android} ${chrome}`, { kind: 'local' }],
  'Firefox on Android': [
    'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
    { kind: 'local' },
  ],
  "an app's web view on Android": [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36`,
    null,
  ],
  'Safari on an iPhone': [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    null,
  ],
  'Chrome on a desktop': [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    { kind: 'remote', reflector: 'reflector.example' },
  ],
  'a browser that does not say what it is': [null, null],
} as const;

it.each(Object.entries(agents))('reaches a wallet on a phone from %s', (_name, [agent, connection]) => {
  expect(chooseMobileConnection(agent, 'reflector.example')).toEqual(connection);
  // Without a reflector, only apps on the same phone remain.
  expect(chooseMobileConnection(agent, null)).toEqual(connection?.kind === 'local' ? connection : null);
});

it('allows a page only the sources of its own connection', () => {
  const writePolicy = (connection: Parameters<typeof listMobileSources>[0]) => {
    const { reachable, framed } = listMobileSources(connection);
    return contentSecurityPolicy('bm9uY2U=', { reachable, framed }).split('; ');
  };
  expect(writePolicy(null)).toContain("connect-src 'self'");
  expect(writePolicy(null).join()).not.toContain('frame-src');
  expect(writePolicy({ kind: 'local' })).toEqual(
    expect.arrayContaining([
      "connect-src 'self' ws://localhost:* http://localhost",
      "frame-src 'self' solana-wallet:",
    ]),
  );
  const remote = writePolicy({ kind: 'remote', reflector: 'reflector.example:8443' });
  expect(remote).toContain("connect-src 'self' wss://reflector.example:8443/reflect");
  expect(remote.join()).not.toContain('localhost');
});

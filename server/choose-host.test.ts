import { chooseHost } from './choose-host.ts';

test('with the local backend the site listens on localhost only', () => {
  for (const LISTEN_HOST of [undefined, ' ', 'localhost', '127.0.0.1', '::1'])
    expect(chooseHost({ LISTEN_HOST }, true)).toBe('localhost');
});

test('a configured site listens on all addresses, and LISTEN_HOST decides for both', () => {
  expect(chooseHost({}, false)).toBeUndefined();
  for (const isEmbedded of [true, false])
    expect(chooseHost({ LISTEN_HOST: '0.0.0.0' }, isEmbedded)).toBe('0.0.0.0');
});

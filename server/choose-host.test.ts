import { chooseHost } from './choose-host.ts';

test('what is for trying out answers this machine only', () => {
  for (const LISTEN_HOST of [undefined, ' ', 'localhost', '127.0.0.1', '::1'])
    expect(chooseHost({ LISTEN_HOST }, true)).toBe('localhost');
});

test('a configured site listens everywhere, and either goes where it is told', () => {
  expect(chooseHost({}, false)).toBeUndefined();
  for (const isEmbedded of [true, false])
    expect(chooseHost({ LISTEN_HOST: '0.0.0.0' }, isEmbedded)).toBe('0.0.0.0');
});

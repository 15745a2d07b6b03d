import { warnOfUnknownNetworks } from './unknown-networks';

const said = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
beforeEach(() => said.mockClear());

test('the start says once what follows where no network is known, and how to mend it', () => {
  warnOfUnknownNetworks({ embedded: false, trustedProxy: null });
  expect(said).toHaveBeenCalledTimes(1);
  const [line] = said.mock.calls[0] as [string];
  expect(line).toMatch(/^TRUSTED_PROXY_HEADER is not set, so .*one stranger .*set it to none/);
  expect(line).not.toContain('\n');
});

test('nothing is said where a network is known, nor with the local backend', () => {
  warnOfUnknownNetworks({ embedded: false, trustedProxy: 'none' });
  warnOfUnknownNetworks({ embedded: false, trustedProxy: { header: 'x-forwarded-for', hops: 1 } });
  warnOfUnknownNetworks({ embedded: true, trustedProxy: null });
  expect(said).not.toHaveBeenCalled();
});

import { warnOfUnknownNetworks } from './consume';

const said = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
beforeEach(() => said.mockClear());

test('startup warns once if networks are unknown, with the consequence and the fix', () => {
  warnOfUnknownNetworks({ embedded: false, trustedProxy: null });
  expect(said).toHaveBeenCalledTimes(1);
  const [line] = said.mock.calls[0] as [string];
  expect(line).toMatch(/^TRUSTED_PROXY_HEADER is not set, so .*one stranger .*set it to none/);
  expect(line).not.toContain('\n');
});

test('startup warns neither with a known proxy nor with the local backend', () => {
  warnOfUnknownNetworks({ embedded: false, trustedProxy: 'none' });
  warnOfUnknownNetworks({ embedded: false, trustedProxy: { header: 'x-forwarded-for', hops: 1 } });
  warnOfUnknownNetworks({ embedded: true, trustedProxy: null });
  expect(said).not.toHaveBeenCalled();
});

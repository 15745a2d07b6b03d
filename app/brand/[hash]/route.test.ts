import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { GET } from './route';

jest.mock('@/lib/env', () => ({
  environment: () => ({ branding: {}, pictures: { icon: { address: '/brand/a', bytes: [] } } }),
}));
jest.mock('next/headers', () => ({ headers: async () => new Headers({ 'user-agent': 'Android' }) }));

test("a wallet on a phone is told the team's icon, and its web view can load it", async () => {
  const { mobile } = await readOfferedWallets();
  expect(mobile).toMatchObject({ siteIcon: 'brand/a' });
  const { headers } = await GET(new Request('http://site.test'), { params: Promise.resolve({ hash: 'a' }) });
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

import { drawBadge } from './draw-badge';

const proven = {
  status: 'proven',
  address: '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2',
  accountCode: '7F3K-2Q9D',
  provenAt: '2026-11-20T09:01:00.000Z',
  name: 'José',
} as const;

it('shows a proof’s state, and its account in the title', () => {
  const badge = drawBadge(proven, 'Countersign');
  expect(badge).toContain('>✓ Proven 7Np4…T4K2</text>');
  expect(badge).toContain(
    '<title>Countersign: the wallet 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2 was proven on 20 Nov 2026 for ' +
      'the account José, ID 7F3K-2Q9D</title>',
  );
  expect(drawBadge({ ...proven, name: null }, 'Countersign')).toContain(
    'for the account with ID 7F3K-2Q9D</title>',
  );
});

it.each([
  [1, '✓ 1 wallet proven'],
  [20, '✓ 20 wallets proven'],
])('counts the wallets of a page: %i', (count, words) => {
  const badge = drawBadge({ status: 'listed', count, accountCode: '7F3K-2Q9D', name: 'José' }, 'Countersign');
  expect(badge).toContain(`>${words}</text>`);
  expect(badge).toContain(`<title>Countersign: page of the account José, ID 7F3K-2Q9D: ${words}</title>`);
});

it.each([
  ['off', 'No public page'],
  ['empty', 'No wallets listed'],
  ['ended', 'Proof ended'],
  ['unknown', 'No public proof'],
] as const)('names no account and is not green once it is %s', (status, words) => {
  const badge = drawBadge({ status }, 'Countersign');
  expect(badge).toContain(`>${words}</text>`);
  expect(badge).not.toMatch(/7Np4|7F3K|✓|#0e6a4e/);
});

it('contains no scripts, styles or external resources, whatever the name', () => {
  const hostile = `</title><script>alert(1)</script><image href="x" onload='y'/>&`;
  const badge = drawBadge({ ...proven, name: hostile }, hostile);
  expect(badge.match(/<[a-z]+/g)).toEqual(['<svg', '<title', '<rect', '<path', '<g', '<text', '<text']);
  expect(badge).toContain('&lt;/title&gt;&lt;script&gt;');
  expect(badge).not.toMatch(/ (on\w+|style|href|class)="/);
});

it('begins with the site’s name, with room for full-width letters', () => {
  const width = (siteName: string) => Number(/width="(\d+)"/.exec(drawBadge(proven, siteName))?.[1]);
  expect(drawBadge(proven, 'Müller & Söhne')).toContain('>Müller &amp; Söhne</text>');
  expect(drawBadge(proven, 'Müller & Söhne')).toContain('<title>Müller &amp; Söhne: the wallet ');
  expect(width('会社会社会社')).toBeGreaterThan(width('Acme Ltd'));
});

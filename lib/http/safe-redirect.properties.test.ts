import '../testing/unreachable-project';
import { anyCharacter, fc, runs } from '../testing/properties';
import { homePath, safeRedirect } from './safe-redirect';
import { withNext } from './with-next';

const siteUrl = 'https://countersign.example';

/** Parts of URLs that browsers, proxies and parsers read differently. */
const pieces = [
  ...'/ // /// \\ /\\ . ../auth /.. /./ @ : ? # ; & %'.split(' '),
  ...[' ', '\t', '\n'],
  ...'%2f %2F %5c %09 %00 %0d%0a %252f %2e%2e ／ 。'.split(' '),
  ...['\u0000', '\u007f', '\u00a0', '\u2028'],
  ...[
    ...'https: http: HTTPS: javascript: data: blob: evil.example'.split(' '),
    siteUrl,
    `${siteUrl}.evil.example`,
  ],
  ...'countersign.example user:pass sign-in sign-up auth/confirm wallets next= [::1] 😀 é'.split(' '),
];
const next = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join('')),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((some) => `/${some.join('')}`),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((some) => `${siteUrl}/${some.join('')}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: anyCharacter }),
);

test('no input reaches another origin, from whatever page of this site it is followed', () => {
  fc.assert(
    fc.property(next, fc.webPath(), (given, page) => {
      const path = safeRedirect(given);
      expect(path).toMatch(/^\/(?![/\\])/);
      for (const from of [
        siteUrl,
        siteUrl + page,
        `${siteUrl}/auth/callback?next=${encodeURIComponent(given)}`,
      ])
        expect(new URL(path, from).origin).toBe(siteUrl);
    }),
    runs(400),
  );
});

test('the result is canonical: it stays the same when checked again, or encoded into a URL and read back', () => {
  fc.assert(
    fc.property(next, (given) => {
      const path = safeRedirect(given);
      expect(safeRedirect(path)).toBe(path);
      expect(new URL(path, siteUrl).href).toBe(siteUrl + path);
      expect(path).toMatch(/^[\x21-\x7e]+$/);
      expect(new URL(withNext('/sign-in', path), siteUrl).searchParams.get('next')).toBe(path);
      expect(new URL(withNext('/sign-in?step=code', path), siteUrl).searchParams.get('next')).toBe(path);
    }),
    runs(200),
  );
});

test('a signed-in user is never redirected to a sign-in page', () => {
  fc.assert(
    fc.property(next, (given) => {
      const { pathname } = new URL(safeRedirect(given), siteUrl);
      expect(pathname).not.toMatch(/^\/+($|sign-in|sign-up|auth\/)/);
    }),
    runs(200),
  );
});

test('anything but text leads to the home page, and no input throws', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (given) => {
      if (typeof given !== 'string') expect(safeRedirect(given)).toBe(homePath);
    }),
  );
});

test('a path of this site stays unchanged', () => {
  const segment = fc.stringMatching(/^[a-z0-9_-]{1,12}$/);
  const query = fc.stringMatching(/^[a-z0-9=&%2f]{0,12}$/);
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      query,
      segment,
      (segments, search, hash) => {
        const path = `/${segments.join('/')}?${search || 'q'}#${hash}`;
        fc.pre(!/^\/(sign-in|sign-up|auth\/)/.test(path));
        expect(safeRedirect(path)).toBe(path);
        expect(safeRedirect(siteUrl + path)).toBe(path);
      },
    ),
  );
});

import { anyCharacter, fc, runs } from '../testing/properties';
import { describeRedirectUri, refuseRedirectUri } from './redirect-uri';

const rules = fc.record({ isConfidential: fc.boolean(), isLocal: fc.boolean() });
/** Parts of addresses in any order, which come closer to valid ones than random text. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'https:// http:// javascript: com.example: phantom.app: // / \\ @ # ? * ,'.split(' '),
      ),
      fc.constantFrom(...'localhost 127.0.0.1 [::1] app.example :443 :4000 .. %2e %00'.split(' '), ' ', '\t'),
      fc.string({ unit: anyCharacter, maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

test('accepts only normalized addresses on https, on a loopback host, or of an app', () => {
  fc.assert(
    fc.property(
      fc.oneof(pieces, fc.webUrl(), fc.webUrl({ withFragments: true, withQueryParameters: true })),
      rules,
      (uri, kind) => {
        if (refuseRedirectUri(uri, kind) !== null) return;
        const url = new URL(uri);
        expect([uri, `${uri}/`]).toContain(url.href);
        expect(uri).not.toMatch(/[^\x21-\x7e]|[,*#@\\"<>]/);
        expect(url.username + url.password + url.hash).toBe('');
        if (url.protocol === 'http:') expect(['localhost', '127.0.0.1', '[::1]']).toContain(url.hostname);
        else if (url.protocol !== 'https:') {
          expect(url.protocol).toContain('.');
          expect(kind.isConfidential).toBe(false);
        }
        const read = describeRedirectUri(uri);
        if (/^https?:/.test(uri)) expect(url.host).toBe(read);
        else expect(read).toBe(`an app on this device (${url.protocol.slice(0, -1)})`);
      },
    ),
    runs(3000),
  );
});

import '../testing/unreachable-project';
import { anyCharacter, fc, runs } from '../testing/properties';
import { readSessionCookie, type StoredSession, writeSessionCookie } from './cookies';

const name = 'sb-abcdefgh-auth-token';
const token = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc.integer({ min: 1, max: 8000 }).map((length) => 'x'.repeat(length)),
);
const session: fc.Arbitrary<StoredSession> = fc.record({
  access_token: token,
  refresh_token: token,
  expires_at: fc.nat(),
  expires_in: fc.nat(),
  token_type: fc.constant('bearer' as const),
});
/** Cookies that any client may send: with our names, similar ones and others. */
const carried = fc.array(
  fc.record({
    name: fc.oneof(
      fc.constantFrom(
        name,
        `${name}.0`,
        `${name}.1`,
        `${name}.2`,
        `${name}.01`,
        `${name}.-1`,
        `${name}s`,
        'theme',
      ),
      fc.string(),
    ),
    value: fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', 'sealed-', 'base64-e30', 'sealed-AAAA'),
      fc.base64String().map((text) => `sealed-${text}`),
    ),
  }),
  { maxLength: 6 },
);
const live = (cookies: { name: string; value: string }[]) => cookies.filter(({ value }) => value);

test('a session of any size and script is read back whole, whatever cookies existed before', async () => {
  await fc.assert(
    fc.asyncProperty(session, carried, async (stored, before) => {
      const written = writeSessionCookie(stored, before);
      const kept = before.filter((cookie) => !written.some((other) => other.name === cookie.name));
      expect(await readSessionCookie([...kept, ...live(written)])).toEqual(stored);
      for (const { value } of written) expect(value.length).toBeLessThanOrEqual(3180);
    }),
  );
});

test('signing out expires every cookie that may contain a part of a session, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(carried, async (before) => {
      const ended = writeSessionCookie(null, before);
      expect(ended.every(({ value, options }) => value === '' && options.maxAge === 0)).toBe(true);
      const isOurs = /^sb-abcdefgh-auth-token(\.\d+)?$/;
      for (const cookie of ended) expect(cookie.name).toMatch(/^sb-abcdefgh-auth-token/);
      const left = before.filter((cookie) => !ended.some((other) => other.name === cookie.name));
      expect(left.filter((cookie) => isOurs.test(cookie.name) && !/\.0\d/.test(cookie.name))).toEqual([]);
      expect(await readSessionCookie(left)).toBeNull();
    }),
  );
});

test('no made-up cookies contain a session or make reading throw', async () => {
  await fc.assert(
    fc.asyncProperty(carried, async (cookies) => expect(await readSessionCookie(cookies)).toBeNull()),
  );
});

test('a session cookie with one character changed, added or removed contains none', async () => {
  const characters = fc.constantFrom(...'ABCDEFGHabcdefgh0189-_+/=% é');
  await fc.assert(
    fc.asyncProperty(
      session,
      fc.nat(),
      fc.nat(1),
      fc.oneof(characters, fc.constant('')),
      async (stored, place, cut, put) => {
        const cookies = writeSessionCookie(stored, []).map((cookie) => ({
          name: cookie.name,
          value: cookie.value,
        }));
        const chunk = cookies[place % cookies.length];
        if (!chunk) throw new Error('no chunk');
        const at = place % (chunk.value.length + 1);
        const changed = chunk.value.slice(0, at) + put + chunk.value.slice(at + cut);
        fc.pre(changed !== chunk.value);
        chunk.value = changed;
        expect(await readSessionCookie(cookies)).toBeNull();
      },
    ),
    runs(100),
  );
});

import '../testing/unreachable-project';
import { anyCharacter, fc } from '../testing/properties';
import {
  makeRequestedEmail,
  recognizeKnownBrowser,
  recognizeRequestedEmail,
  rememberAccount,
} from './read-subject';

const account = fc.string({ minLength: 1 }).map((name) => name.trim().toLowerCase());
const now = Date.parse('2026-11-20T10:00:00Z');
/** Replaces or removes one character of a text. */
const changed = (text: string) =>
  fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom('', 'A', 'z', '0', '9', '.', '-', '=', 'é'))
    .map(([at, put]) => text.slice(0, at) + put + text.slice(at + 1))
    .filter((other) => other !== text);

test('a browser is known to the accounts it signed in to, however they are typed, and to no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(account, { minLength: 1, maxLength: 10 }), account, (names, other) => {
      const cookie = names.reduce<string | undefined>(rememberAccount, undefined);
      for (const name of names)
        expect(recognizeKnownBrowser(cookie, ` ${name.toUpperCase()} `.toLowerCase())).not.toBeNull();
      if (!names.includes(other)) expect(recognizeKnownBrowser(cookie, other)).toBeNull();
    }),
  );
});

test('no forged cookie is accepted, and none makes reading or adding throw', () => {
  fc.assert(
    fc.property(
      fc.option(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.array(fc.stringMatching(/^[\w-]{22}$/)).map((parts) => parts.join('.')),
        ),
        { nil: undefined },
      ),
      account,
      (cookie, name) => {
        expect(recognizeKnownBrowser(cookie, name)).toBeNull();
        expect(recognizeKnownBrowser(rememberAccount(cookie, name), name)).not.toBeNull();
        expect(recognizeRequestedEmail(cookie, name, now)).toBeNull();
      },
    ),
  );
});

test('a mark with one changed character is refused', () => {
  const marks = account.chain((name) => {
    const [browser, mail] = [rememberAccount(undefined, name), makeRequestedEmail(name, now)];
    return fc.tuple(fc.constant(name), changed(browser), changed(mail));
  });
  fc.assert(
    fc.property(marks, ([name, browser, mail]) => {
      expect(recognizeKnownBrowser(browser, name)).toBeNull();
      expect(recognizeRequestedEmail(mail, name, now)).toBeNull();
    }),
  );
});

import { anyCharacter, fc, runs } from '../testing/properties';
import { foldName, refuseClientName } from './client-name';

const own = 'countersign';
const between = fc.constantFrom('', '', ' ', '.', '-', '_');
const times = fc.integer({ min: 1, max: 2 });
const cased = fc.boolean();
const marks = fc.constantFrom('', '', '\u0301', '\u0308', '\u0327');

/** The site's name with random case, separators, marks and doubled letters. */
const disguised = fc
  .tuple(...[...own].map((letter) => fc.tuple(fc.constant(letter), cased, times, marks, between)))
  .map((letters) =>
    letters
      .map(([letter, isUpper, count, mark, after]) => {
        const written = (isUpper ? letter.toUpperCase() : letter).repeat(count) + mark;
        return written + after;
      })
      .join(''),
  );

test('refuses every disguise by case, separators, marks and doubled letters', () => {
  fc.assert(
    fc.property(
      disguised,
      fc.stringMatching(/^[a-z]{0,6}$/),
      fc.stringMatching(/^[a-z]{0,6}$/),
      (name, a, b) => {
        expect(refuseClientName(`${a}${name}${b}`.normalize('NFC').trim(), 'Ada Bank')).not.toBeNull();
      },
    ),
    runs(300),
  );
});

test('never throws, and accepts only names whose characters are all visible', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 50 }),
      fc.string({ unit: anyCharacter }),
      (name, siteName) => {
        if (refuseClientName(name, siteName) !== null) return;
        expect([...name].length).toBeLessThanOrEqual(40);
        expect(name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>"&]/u);
        expect(foldName(name)).not.toContain(foldName(own));
      },
    ),
    runs(1000),
  );
});

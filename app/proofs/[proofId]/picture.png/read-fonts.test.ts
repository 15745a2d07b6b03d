import { canDraw, canDrawInSerif, readFonts } from './read-fonts';
import { listLetters } from './testing/list-letters';

test.each(['Ada L.', 'José Núñez', 'Łukasz Żółć', 'Weiß', "O'Brien", 'O’Brien'])(
  '%s can be drawn',
  (name) => {
    expect(canDraw(name)).toBe(true);
  },
);

test.each(['Анна', '山田太郎', 'فاطمة', 'Nguyễn', 'Ǆ', 'a\u0301\u0323', ''])('%j is omitted', (name) => {
  expect(canDraw(name)).toBe(false);
});

test('every letter that counts as drawable is in a font, so that none is fetched from another site', async () => {
  const fonts = (await readFonts()).filter(({ name, weight }) => name.startsWith('Sans') && weight === 600);
  expect(fonts).toHaveLength(2);
  const letters = new Set(fonts.flatMap(({ data }) => listLetters(data)));
  const missing: string[] = [];
  for (let point = 0; point < 0x30000; point++) {
    if (canDraw(String.fromCodePoint(point)) && !letters.has(point)) missing.push(point.toString(16));
  }
  expect(missing).toEqual([]);
});

test("and so is every letter that a site's name may have on a picture", async () => {
  const letters = (await readFonts())
    .filter(({ name }) => name === 'Serif')
    .flatMap(({ data }) => listLetters(data));
  const drawn = Array.from({ length: 0x300 }, (_, point) => point).filter((point) =>
    canDrawInSerif(String.fromCodePoint(point)),
  );
  expect(drawn.filter((point) => !letters.includes(point))).toEqual([]);
});

import { isValidElement, type ReactNode } from 'react';
import { canDraw, canDrawInSerif, drawPicture, readFonts } from './draw-picture';
import { listLetters } from './testing/list-letters';

const drawn: ReactNode[] = [];
jest.mock('./draw-without-sharp', () => ({ drawWithoutSharp: () => undefined }));
jest.mock('next/og', () => ({
  ImageResponse: class {
    constructor(element: ReactNode) {
      drawn.push(element);
    }
    arrayBuffer = async () => new ArrayBuffer(0);
  },
}));

const pictured = {
  ...{ title: 'Proof of a wallet', subject: '7Np4…T4K2', fact: 'Proven 20 Nov 2026' },
  accountCode: '7F3K-2Q9D',
  siteName: 'Countersign',
  color: undefined,
  link: 'https://countersign.example:8443/proofs/94ddeef3-0445-4bf1-8ba7-e54ec8bbc3b4',
};

/** Each text of a drawing, with its fonts. */
function listTexts(node: ReactNode, family = ''): { text: string; family: string }[] {
  if (Array.isArray(node)) return node.flatMap((one) => listTexts(one, family));
  if (typeof node === 'string' || typeof node === 'number') return [{ text: String(node), family }];
  if (!isValidElement(node)) return [];
  const props = node.props as { children?: ReactNode; style?: { fontFamily?: string } };
  if (typeof node.type === 'function') {
    return listTexts((node.type as (props: object) => ReactNode)(props), family);
  }
  return listTexts(props.children, props.style?.fontFamily ?? family);
}

test.each([
  ['José Núñez', true, 'Countersign'],
  ['Łukasz', true, 'Müller & Söhne'],
  ['山田太郎', false, '会社'],
  ['فاطمة', false, 'Żółć'],
  ['Nguyễn', false, 'Acme'],
  [null, false, 'Acme'],
])(
  "a picture for %j uses only letters of the site's fonts, so it requests no font from another site",
  async (name, isNamed, siteName) => {
    await drawPicture({ ...pictured, name, siteName });
    const texts = listTexts(drawn.at(-1));
    expect(texts.some(({ text }) => text === name)).toBe(isNamed);
    expect(texts.some(({ text }) => text === siteName)).toBe(!['会社', 'Żółć'].includes(siteName));
    const fonts = await readFonts();
    for (const { text, family } of texts) {
      const letters = fonts
        .filter((font) => family.split(', ').includes(font.name))
        .flatMap(({ data }) => listLetters(data));
      const missing = [...text].filter((letter) => !letters.includes(letter.codePointAt(0) ?? 0));
      expect([text, family, missing]).toEqual([text, family, []]);
    }
  },
);

test('a picture shows the text of the page, and nothing else', async () => {
  await drawPicture({ ...pictured, name: 'José' });
  const texts = listTexts(drawn.at(-1))
    .map(({ text }) => text)
    .join('');
  expect(texts).toBe(
    'CountersignProof of a wallet7Np4…T4K2Proven 20 Nov 2026JoséScan to check itAccount 7F3K-2Q9Dcountersign.example:8443',
  );
});

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

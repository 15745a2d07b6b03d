import { isNameOfStatement, listOddCharacters, refuseDisplayName, writePlainName } from './display-name.ts';

describe('a display name', () => {
  test.each([
    'Ada',
    'a.b_c-d',
    'José Núñez',
    "O'Brien",
    'O’Brien',
    'Łukasz Żółć',
    'Анна Петрова',
    'Ελένη',
    '山田太郎',
    'Ken 健',
    'さくら',
    '김민준',
    'महेश',
    'ณัฐวุฒิ',
    'فاطمة',
    'נועה',
    'Anne-Mary',
    'Idris',
    'x'.repeat(32),
    '𠮷'.repeat(32),
  ])('may be %s', (name) => {
    expect(refuseDisplayName(name.normalize('NFC'))).toBeNull();
  });

  test.each([
    ['a quote that ends the one around it', 'eve" (ID 1111-1111)', 'invalid'],
    ['a quote of another script', 'eve” is', 'invalid'],
    ['a line of its own', 'ada\nURI: https://evil.example', 'invalid'],
    ['a separator of lines', 'ada\u2028eve', 'invalid'],
    ['a colon', 'Nonce: 1', 'invalid'],
    ['a fullwidth colon', 'Nonce：1', 'invalid'],
    ['a letter that looks like a colon', 'Nonceː1', 'invalid'],
    ['a letter that looks like a quote', 'eveʺ', 'invalid'],
    ['a mark that turns the text around it', '\u202Eada', 'invalid'],
    ['a zero-width character', 'a\u200Bda', 'invalid'],
    ['a joiner', 'a\u200Dda', 'invalid'],
    ['an invisible letter', 'a\u3164da', 'invalid'],
    ['a control', 'a\u0007da', 'invalid'],
    ['letters of two alphabets that look alike', 'аdа', 'invalid'],
    ['a pile of marks', `a${'\u0323\u0325'.repeat(4)}`, 'invalid'],
    ['marks without a letter', '\u0301ada', 'invalid'],
    ['decomposed letters', 'Jose\u0301', 'invalid'],
    ['spaces around it', ' ada', 'invalid'],
    ['nothing', '', 'invalid'],
    ['nothing to see', '. ʻ', 'invalid'],
    ['33 characters', 'x'.repeat(33), 'too_long'],
    ['the code of an account', '9H4M-1T7V', 'like_code'],
    ['a code without digits', 'ABCD-EFGH', 'like_code'],
    ['the word before a code', 'ID 9H4M', 'like_code'],
    ['fullwidth letters for it', 'ＩＤ 9H4M', 'like_code'],
    ['letters with marks for it', 'Ìḍ 9H4M', 'like_code'],
    ['small capitals for it', 'ɪᴅ 9H4M', 'like_code'],
    ['a code with a mark', '7̣F3K-2Q9D', 'like_code'],
    ['a code with another dash', '7F3Kー2Q9D', 'like_code'],
    ['a code with a dot', 'Account 7F3K.2Q9D', 'like_code'],
    ['a code with a space', '7F3K 2Q9D', 'like_code'],
    ['letters of Carian for Latin ones', '𐊠lice', 'invalid'],
  ])('is refused with %s', (_, name, refusal) => {
    expect(refuseDisplayName(name)).toBe(refusal);
  });
});

describe('the name in a statement', () => {
  test.each([
    ['José Núñez', 'Jose Nunez'],
    ['Ada', 'Ada'],
    ["O'Brien", 'OBrien'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Zoë Øst', 'Zoe Ost'],
    ['Weiß', 'Weiss'],
    ['Nguyễn Văn Đức', 'Nguyen Van Duc'],
    ['İpek Işık', 'Ipek Isik'],
  ])('is the ASCII form of %s: %s', (name, plain) => {
    expect(writePlainName(name)).toBe(plain);
    expect(isNameOfStatement(name, plain)).toBe(true);
  });

  test.each(['Анна', '山田太郎', 'Ken 健', 'ß'.repeat(17), 'Anne-Mary', 'Ïd 9H4M'])(
    'is omitted for %s',
    (name) => {
      expect(writePlainName(name)).toBeNull();
    },
  );

  it('matches only this name', () => {
    expect(isNameOfStatement('José', 'Eve')).toBe(false);
    expect(isNameOfStatement('José', null)).toBe(false);
    expect(isNameOfStatement('Анна', 'Anna')).toBe(false);
    expect(isNameOfStatement('eve" (ID 1111-1111)', null)).toBe(false);
  });
});

test.each([
  ['eve" (ID 1111)', ['“"”', '“(”', '“)”']],
  ['$$ Ada $', ['“$”']],
  ['a\u200Bda\nb', ['U+200B (invisible)', 'U+000A (invisible)']],
  ['a\u3164da', ['U+3164 (invisible)']],
  ['José महेश', []],
])('lists the invalid characters of %j', (name, odd) => {
  expect(listOddCharacters(name)).toEqual(odd);
});

/** In code points of the NFC form. */
export const longestDisplayName = 32;

/** No other characters, so that a name can neither leave its quotes in a statement nor begin a line. */
const plainName = /^[A-Za-z0-9 ._-]{1,32}$/;
/** A name like `ID 7F3K-2Q9D` would look like another account's code. */
const namesCode = /(?<![a-z0-9])(?:id|[a-z0-9]{4}-[a-z0-9]{4})(?![a-z0-9])/i;

/** Whether a statement may contain this name. Signed statements are verified with this function, so its result never changes. */
export function isPlainName(name: string): boolean {
  return plainName.test(name) && !namesCode.test(name);
}

/** Letters and digits with up to 4 marks each, and separators. Refuses letters that look like punctuation, except apostrophes. */
const written =
  /^(?:(?![\u02b0-\u02ff\u0559\u2e2f])[\p{L}\p{Nd}]\p{M}{0,4}|[ ._'\u2019\u02bb\u02bc\u02be\u02bf-])+$/u;
/** At least one letter or digit besides those apostrophes. */
const visible = /(?![\u02bb\u02bc\u02be\u02bf])[\p{L}\p{Nd}]/u;
/** Invisible characters; Unicode counts some of them as letters. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** Scripts whose letters look alike. A name may use only one of them. */
const lookalikes = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Coptic', 'Cherokee', 'Lisu'],
  ...['Deseret', 'Carian', 'Lycian', 'Old_Italic', 'Gothic'],
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
/** The word before an account's code on pages. */
const saysId = /(?<![\p{L}\p{N}])id(?![\p{L}\p{N}])/iu;
const codeShape = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{4}-[\p{L}\p{N}]{4}(?![\p{L}\p{N}])/gu;

/** Like `codeShape`, with characters that look like its dash. */
const looseCodeShape = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{4}[-._ ][\p{L}\p{N}]{4}(?![\p{L}\p{N}])/gu;

/** Codes contain digits or only capitals, so `Anne-Mary` doesn't look like one. */
function isLikeCode(shape: string): boolean {
  return /\p{N}/u.test(shape) || (shape === shape.toUpperCase() && shape !== shape.toLowerCase());
}

/** Removes marks and replaces characters that look like `i`, `d` or a dash, so that disguised codes are found. */
function writeSkeleton(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u0131\u026a]/gu, 'i')
    .replace(/\u1d05/gu, 'd')
    .replace(/[\p{Pd}\u30fc\u4e00\u3161]/gu, '-');
}

/** Whether part of a name looks like an account's code. */
export function holdsCode(name: string): boolean {
  const skeleton = writeSkeleton(name);
  if ((skeleton.match(codeShape) ?? []).some(isLikeCode)) return true;
  return (skeleton.match(looseCodeShape) ?? []).some((shape) => /\p{N}/u.test(shape));
}

/**
 * Whether a name has at most `longest` characters, is trimmed and in NFC, contains only visible letters, digits and separators,
 * and doesn't mix scripts that look alike.
 */
export function isWrittenName(name: string, longest: number): boolean {
  if ([...name].length > longest || name !== name.normalize('NFC') || name !== name.trim()) return false;
  if (!written.test(name) || !visible.test(name) || invisible.test(name)) return false;
  return lookalikes.filter((script) => script.test(name)).length <= 1;
}

/** The characters that names of accounts and apps can't contain, each once: quoted, or like `U+200B (invisible)` if invisible. */
export function listOddCharacters(name: string): string[] {
  const odd = [...name.trim()].filter(
    (character) => invisible.test(character) || !(written.test(character) || /\p{M}/u.test(character)),
  );
  return [...new Set(odd)].map((character) =>
    /[\p{C}\p{Z}]/u.test(character) || invisible.test(character)
      ? `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')} (invisible)`
      : `“${character}”`,
  );
}

export type NameRefusal = 'too_long' | 'like_code' | 'invalid';

/**
 * Checks an account's display name: letters of any script, which can't pass for another part of a page or statement. The
 * database has a coarser check.
 * @param name trimmed and in NFC
 * @returns null if the name is allowed
 */
export function refuseDisplayName(name: string): NameRefusal | null {
  if ([...name].length > longestDisplayName) return 'too_long';
  if (!isWrittenName(name, longestDisplayName)) return 'invalid';
  return saysId.test(writeSkeleton(name)) || holdsCode(name) ? 'like_code' : null;
}

/** Latin letters that don't decompose into letter and mark, as passports write them (ICAO 9303), but without doubled vowels. */
const latinLetters: Record<string, string> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ŋ: 'n', Ŋ: 'N', ĸ: 'k' },
};

/**
 * The ASCII form of a name for statements, since every hardware wallet must display it: `José Núñez` becomes `Jose Nunez`,
 * `O'Brien` becomes `OBrien`.
 * @returns null for a name without one; the statement then contains only the account's ID
 */
export function writePlainName(name: string): string | null {
  const plain = [...name.normalize('NFD').replace(/[\p{M}'\u2019\u02bb\u02bc\u02be\u02bf]/gu, '')]
    .map((letter) => latinLetters[letter] ?? letter)
    .join('')
    .trim();
  return isPlainName(plain) ? plain : null;
}

/** Names can't contain these characters and never could, because they are part of a statement's syntax. */
const partOfStatement = /[\p{Cc}"():<>]/u;

/**
 * Whether a statement names the account correctly: by the name's ASCII form, or by no name if it has no ASCII form. Existing
 * proofs are verified with this function, so its result never changes and doesn't depend on which names are allowed today.
 * @param signedName the statement's name; null if it contains only the account's ID
 */
export function isNameOfStatement(name: string, signedName: string | null): boolean {
  return writePlainName(name) === signedName && !partOfStatement.test(name);
}

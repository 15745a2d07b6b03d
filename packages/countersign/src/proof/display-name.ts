/** Characters, counted as people count them: code points of the composed form. */
export const longestDisplayName = 32;

/** Only these can't leave the quotes around the name in a statement or begin a line of their own. */
const plainName = /^[A-Za-z0-9 ._-]{1,32}$/;
/** A name like `ID 7F3K-2Q9D` would pass for the code of another account. */
const namesCode = /(?<![a-z0-9])(?:id|[a-z0-9]{4}-[a-z0-9]{4})(?![a-z0-9])/i;

/** Whether a statement may use this name. Signed statements are checked against it, so it never changes. */
export function isPlainName(name: string): boolean {
  return plainName.test(name) && !namesCode.test(name);
}

/** Letters with their marks, digits, and separators. Of the letters that look like signs, only those of names. */
const written =
  /^(?:(?![\u02b0-\u02ff\u0559\u2e2f])[\p{L}\p{Nd}]\p{M}{0,4}|[ ._'\u2019\u02bb\u02bc\u02be\u02bf-])+$/u;
/** Something to see besides what stands between letters. */
const visible = /(?![\u02bb\u02bc\u02be\u02bf])[\p{L}\p{Nd}]/u;
/** Fillers and joiners: some of them are letters, and all are invisible. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** Their letters pass for those of one another, so a name has those of one. */
const lookalikes = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Coptic', 'Cherokee', 'Lisu'],
  ...['Deseret', 'Carian', 'Lycian', 'Old_Italic', 'Gothic'],
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
/** The word that stands before the code of an account on our pages. */
const saysId = /(?<![\p{L}\p{N}])id(?![\p{L}\p{N}])/iu;
const codeShape = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{4}-[\p{L}\p{N}]{4}(?![\p{L}\p{N}])/gu;

/** The same with what else could be taken for its dash. */
const looseCodeShape = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{4}[-._ ][\p{L}\p{N}]{4}(?![\p{L}\p{N}])/gu;

/** A code has digits or only capitals: a name like `Anne-Mary` passes for none. */
function isLikeCode(shape: string): boolean {
  return /\p{N}/u.test(shape) || (shape === shape.toUpperCase() && shape !== shape.toLowerCase());
}

/** The name at a glance: without marks, and with `i`, `d` or a dash in place of their lookalikes. */
function writeSkeleton(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u0131\u026a]/gu, 'i')
    .replace(/\u1d05/gu, 'd')
    .replace(/[\p{Pd}\u30fc\u4e00\u3161]/gu, '-');
}

/** Whether a part of a name has the shape of an account's code. */
export function holdsCode(name: string): boolean {
  const skeleton = writeSkeleton(name);
  if ((skeleton.match(codeShape) ?? []).some(isLikeCode)) return true;
  return (skeleton.match(looseCodeShape) ?? []).some((shape) => /\p{N}/u.test(shape));
}

/**
 * Whether a name is in letters of one alphabet, shows all of its characters, and looks like no other part of a page.
 * @param longest in characters.
 */
export function isWrittenName(name: string, longest: number): boolean {
  if ([...name].length > longest || name !== name.normalize('NFC') || name !== name.trim()) return false;
  if (!written.test(name) || !visible.test(name) || invisible.test(name)) return false;
  return lookalikes.filter((script) => script.test(name)).length <= 1;
}

/**
 * The characters that no name of an account or an app may have, each once: in quotes, or by its number where nobody would see it, like
 * `U+200B (invisible)`.
 */
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

/** Why an account can't be called something. */
export type NameRefusal = 'too_long' | 'like_code' | 'invalid';

/**
 * Whether pages may call an account this: a name in letters of any script, which looks like no other part of a page or a
 * statement. The database holds the same line, more coarsely.
 * @param name composed (NFC) and without spaces around it.
 * @returns null when they may.
 */
export function refuseDisplayName(name: string): NameRefusal | null {
  if ([...name].length > longestDisplayName) return 'too_long';
  if (!isWrittenName(name, longestDisplayName)) return 'invalid';
  return saysId.test(writeSkeleton(name)) || holdsCode(name) ? 'like_code' : null;
}

/** Latin letters that are no letter with a mark, as passports write them (ICAO 9303), but without their doubled vowels. */
const latinLetters: Record<string, string> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ŋ: 'n', Ŋ: 'N', ĸ: 'k' },
};

/**
 * The ASCII form of a name for statements, because every hardware wallet must show it: `José Núñez` becomes `Jose
 * Nunez`, `O'Brien` becomes `OBrien`.
 * @returns null if there is none: the statement then has only the account's ID.
 */
export function writePlainName(name: string): string | null {
  const plain = [...name.normalize('NFD').replace(/[\p{M}'\u2019\u02bb\u02bc\u02be\u02bf]/gu, '')]
    .map((letter) => latinLetters[letter] ?? letter)
    .join('')
    .trim();
  return isPlainName(plain) ? plain : null;
}

/** No name ever had these, since statements are written with them. */
const partOfStatement = /[\p{Cc}"():<>]/u;

/**
 * Whether an account of this name is called so in its statement: by the ASCII form, or, where there is none, not at all.
 * Proofs that people keep are checked by it, so it stays as it is and asks nothing of which names are taken today.
 * @param signedName what the statement says; null says nothing about the name, which nobody has signed then.
 */
export function isNameOfStatement(name: string, signedName: string | null): boolean {
  return writePlainName(name) === signedName && !partOfStatement.test(name);
}

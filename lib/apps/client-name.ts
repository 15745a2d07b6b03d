import { holdsCode, isWrittenName } from 'countersign/proof/display-name';
import { productName } from '../branding.ts';

/** Code points in NFC. */
const longestClientName = 40;

/** Characters of other scripts, digits and symbols that look like a Latin letter. */
const lookalikes: Record<string, string> = {
  a: 'а\u0251αɑᴀᎪꓮⲁ4@',
  b: 'ЬвʙꓐᏏβɓƃ',
  c: 'сϲᴄⲥꓚᏟ\u0186ⅽ',
  d: 'ԁɗᴅꓓᎠⅾđðɖ',
  e: 'еєҽεᴇⲉꓰᎬ3ɛəɘǝ',
  f: 'ғꓝϝƒꜰ',
  g: 'ɡցɢԍᏀꓖ9qǥɠ',
  h: 'һհʜꓧᎻнⲏΗħ',
  i: 'іıɩιɪӏlꓲⲓ1|!ⅰⅼјjłɨㅣ丨',
  k: 'кκᴋꓗⲕᏦƙĸ',
  m: 'мᴍꓟⲙᎷⅿΜ',
  n: 'пղոηɴꓠⲛҥռΝŋɲ',
  o: 'оοօσᴏⲟꓳ0øɵɔᴑㅇ〇',
  p: 'рρᴘⲣꓑᏢ',
  r: 'гʀᴦꓣꮁɾⲅᏒ',
  s: 'ѕꜱꓢᏚ5$ʂտ',
  t: 'тτᴛⲧꓔᎢ7եŧƭ',
  u: 'υսцᴜꓴʋμʉʊ',
  v: 'ѵᴠꓦᏙⅴν',
  w: 'ѡԝաᴡꓪᏔω',
  x: 'хχⲭꓫⅹ',
  y: 'уүγʏꓬⲩΥƴɣ',
  z: 'ᴢꓜᏃⲍ2ζ',
};

const latinFor = new Map(
  Object.entries(lookalikes).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
);

/** Latin letters of real alphabets that don't decompose. `lookalikes` folds them all; other such letters are phonetic, and refused. */
const namedLatin = new Set('ßæœøłđðþıħŧŋĸɓɗɛɔɣƴƙəɖʋɩʊɨʉɵǝǥɲƭƃɠƒ');
/** Scripts that names mix with Latin letters in one word, and that don't look like Latin. */
const besidesLatin =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Latin}0-9]/u;
const betweenWords = /[ ._'\u2019\u02bb\u02bc\u02be\u02bf-]+/u;

/** The Latin digit for a digit of any script, each of which has its ten in a row. */
function readDigit(letter: string): string {
  if (!/^\p{Nd}$/u.test(letter)) return letter;
  const point = letter.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before);
}

/** Whether a word mixes Latin letters with lookalikes, which no honest name needs. */
function mixesLookalikes(name: string): boolean {
  const letters = [...name.normalize('NFKD')];
  const isStray = (letter: string) =>
    /\p{Script=Latin}/u.test(letter) && !/[a-z]/i.test(letter) && !namedLatin.has(letter.toLowerCase());
  if (letters.some(isStray)) return true;
  return name.split(betweenWords).some((word) => {
    if (!/\p{Script=Latin}/u.test(word)) return false;
    return [...word].some((letter) => /[\p{L}\p{N}]/u.test(letter) && !besidesLatin.test(letter));
  });
}

const toLatin = (letter: string) => latinFor.get(letter) ?? latinFor.get(letter.toLowerCase()) ?? letter;
const withoutMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Joins pairs that look like one letter. Compared both ways: honest names have them too. Runs before folding, which makes `ci` of `cl`. */
const joinPairs = (name: string) =>
  withoutMarks(name).toLowerCase().replaceAll('cl', 'd').replaceAll('ri', 'n');

/** Folds a name by its looks: without case, marks and separators, one letter for all its lookalikes, and no letter twice in a row. */
export function foldName(name: string): string {
  // Before decomposition, which turns some letters into others, and after it.
  const first = [...name.normalize('NFC')].map(toLatin).join('');
  return [...withoutMarks(first).toLowerCase()]
    .map((letter) => toLatin(readDigit(letter)))
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(.)\1+/gu, '$1');
}

/** From this length on, a name that contains the site's does so on purpose, so it is refused. */
const shortestInside = 5;

/** From this length on, a name one edit away from the site's is refused: few other words are that close. */
const shortestNearby = 8;

function imitates(name: string, imitated: string): boolean {
  return looksLike(name, imitated) || looksLike(joinPairs(name), joinPairs(imitated));
}

function looksLike(name: string, imitated: string): boolean {
  const given = foldName(name);
  const own = foldName(imitated);
  if (own === '') return false;
  const letters = imitated.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters >= shortestNearby && listPhrases(name).some((phrase) => isOneEditAway(phrase, own)))
    return true;
  if (own.length >= shortestInside) return given.includes(own);
  return given === own || name.split(/[ ._-]+/u).some((word) => foldName(word) === own);
}

/** Folds each run of whole words. Parts of words are no imitation: `counters in`. */
function listPhrases(name: string): string[] {
  const words = name.split(betweenWords);
  return words.flatMap((_, first) =>
    words.slice(first).map((_, more) => foldName(words.slice(first, first + more + 1).join(''))),
  );
}

/** Whether one inserted, deleted, replaced or transposed letter turns one text into the other. */
function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  const at = long.findIndex((letter, place) => letter !== short[place]);
  if (at < 0) return false;
  const isRest = (from: string[], to: string[]) => from.join('') === to.join('');
  if (long.length > short.length) return isRest(short.slice(at), long.slice(at + 1));
  const isSwapped = long[at] === short[at + 1] && long[at + 1] === short[at];
  return (
    isRest(short.slice(at + 1), long.slice(at + 1)) ||
    (isSwapped && isRest(short.slice(at + 2), long.slice(at + 2)))
  );
}

/** Refuses names that look like this site's or Countersign's in any letters, or hide characters. @param name in NFC and trimmed. */
export function refuseClientName(
  name: string,
  siteName: string,
): 'app.name_required' | 'app.name_invalid' | 'app.name_imitates' | null {
  if (name === '') return 'app.name_required';
  if (!isWrittenName(name, longestClientName) || holdsCode(name) || mixesLookalikes(name))
    return 'app.name_invalid';
  return imitates(name, productName) || imitates(name, siteName) ? 'app.name_imitates' : null;
}

import { holdsCode, isWrittenName } from '../display-name.ts';
import { productName } from '../house.ts';

/** Characters, counted as people count them: code points of the composed form. */
export const longestClientName = 40;

/** What passes for a Latin letter at a glance. By letter: those of other scripts, of phonetics, digits and signs. */
const lookalikes: Record<string, string> = {
  a: 'а\u0251αɑᴀᎪꓮⲁ4@',
  b: 'ЬвʙꓐᏏβ',
  c: 'сϲᴄⲥꓚᏟ\u0186ⅽ',
  d: 'ԁɗᴅꓓᎠⅾ',
  e: 'еєҽεᴇⲉꓰᎬ3',
  f: 'ғꓝϝƒꜰ',
  g: 'ɡցɢԍᏀꓖ9q',
  h: 'һհʜꓧᎻнⲏΗ',
  i: 'іıɩιɪӏlꓲⲓ1|!ⅰⅼјj',
  k: 'кκᴋꓗⲕᏦ',
  m: 'мᴍꓟⲙᎷⅿΜ',
  n: 'пղոηɴꓠⲛҥռΝ',
  o: 'оοօσᴏⲟꓳ0',
  p: 'рρᴘⲣꓑᏢ',
  r: 'гʀᴦꓣꮁɾⲅᏒ',
  s: 'ѕꜱꓢᏚ5$ʂտ',
  t: 'тτᴛⲧꓔᎢ7ե',
  u: 'υսцᴜꓴʋμ',
  v: 'ѵᴠꓦᏙⅴν',
  w: 'ѡԝաᴡꓪᏔω',
  x: 'хχⲭꓫⅹ',
  y: 'уүγʏꓬⲩΥ',
  z: 'ᴢꓜᏃⲍ2ζ',
};

const latinFor = new Map(
  Object.entries(lookalikes).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
);

const toLatin = (letter: string) => latinFor.get(letter) ?? latinFor.get(letter.toLowerCase()) ?? letter;
const withoutMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

/**
 * A name as it looks at a glance: without case, marks, and what stands between letters; with one letter for all that pass
 * for it, and a letter that comes twice written once.
 */
export function foldName(name: string): string {
  // Before it is taken apart, which makes another letter of some, and after it.
  const first = [...name.normalize('NFC')].map(toLatin).join('');
  return [...withoutMarks(first).toLowerCase()]
    .map(toLatin)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(.)\1+/gu, '$1');
}

/** From so many letters on it is no accident that a name has those of the site in it. */
const shortestInside = 5;

function imitates(name: string, imitated: string): boolean {
  const given = foldName(name);
  const own = foldName(imitated);
  if (own === '') return false;
  if (own.length >= shortestInside) return given.includes(own);
  return given === own || name.split(/[ ._-]+/u).some((word) => foldName(word) === own);
}

/**
 * Whether an app may be called this. Its name stands on the page where somebody agrees to what it sees, so it must not pass
 * for this site or for Countersign, in whatever letters, and hides none. The database refuses hidden characters too.
 * @param name composed (NFC) and without spaces around it.
 * @param siteName what this site is called.
 * @returns null when it may.
 */
export function refuseClientName(
  name: string,
  siteName: string,
): 'app.name_invalid' | 'app.name_imitates' | null {
  if (!isWrittenName(name, longestClientName) || holdsCode(name)) return 'app.name_invalid';
  return imitates(name, productName) || imitates(name, siteName) ? 'app.name_imitates' : null;
}

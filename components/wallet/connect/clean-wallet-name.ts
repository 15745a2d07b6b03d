import { plainMobileNames } from '../mobile/mobile-wallet-names';

/** Enough for every real wallet; a longer name would push the row apart. Our choice. */
const longestShownName = 40;

/** Only so much of a name is read, so that one of megabytes costs nothing. */
const longestReadName = 400;

/** Controls, line and paragraph separators, bidi and zero-width marks, fillers, unassigned and private characters. */
const invisible = /\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu;

/**
 * The name of a wallet as shown: one line of at most 40 characters, without invisible or direction-changing ones;
 * "Unnamed wallet" if it is no text. Never use it to find a wallet.
 */
export function cleanWalletName(name: unknown): string {
  if (typeof name !== 'string') return 'Unnamed wallet';
  const plain = Object.hasOwn(plainMobileNames, name) ? plainMobileNames[name] : undefined;
  if (plain) return plain;
  const visible = name
    .slice(0, longestReadName)
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    // Stacked accents can paint over the rows around them.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  const characters = Array.from(visible);
  if (characters.length === 0) return 'Unnamed wallet';
  if (characters.length <= longestShownName) return visible;
  return `${characters
    .slice(0, longestShownName - 1)
    .join('')
    .trimEnd()}…`;
}

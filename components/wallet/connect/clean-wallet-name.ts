import { plainMobileNames } from '@/components/wallet/standard/site-wallets';

/** This site's choice: real names are shorter, and a longer one would break the row. */
const longestShownName = 40;

/** Bounds the work for a name of megabytes. */
const longestReadName = 400;

/** Controls, line and paragraph separators, bidi and zero-width marks, fillers, unassigned and private characters. */
const invisible = /\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu;

/** One line for display, at most 40 visible characters; "Unnamed wallet" if unreadable. Never use it to identify a wallet. */
export function cleanWalletName(name: unknown): string {
  if (typeof name !== 'string') return 'Unnamed wallet';
  const plain = Object.hasOwn(plainMobileNames, name) ? plainMobileNames[name] : undefined;
  if (plain) return plain;
  const visible = name
    .slice(0, longestReadName)
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    // Stacked accents could paint over neighboring rows.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  const characters = Array.from(visible);
  if (characters.length === 0) return 'Unnamed wallet';
  if (characters.length <= longestShownName) return visible;
  const shown = characters.slice(0, longestShownName - 1).join('');
  return `${shown.trimEnd()}…`;
}

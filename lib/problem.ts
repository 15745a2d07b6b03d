import type { CatalogueEntry } from './errors/catalogue-entry.ts';
import type { ErrorCode } from './errors.ts';
import type { OnlyWalletAccount } from './only-wallet-account.ts';

/** A catalogue entry as pages receive it: the code for scripts and tests, the sentences for people. */
export type Problem = { code: ErrorCode; title: string; hint: string; account?: OnlyWalletAccount };

/** `retryAfterSeconds` replaces `{wait}` in the hint ("a moment" if unknown); `about` replaces `{address}` in the title. */
export function toProblem(
  code: ErrorCode,
  { title, hint }: CatalogueEntry,
  retryAfterSeconds?: number,
  about = 'one of these addresses',
): Problem {
  return {
    code,
    title: title.replace('{address}', () => about),
    hint: hint.replace('{wait}', formatDuration(retryAfterSeconds)),
  };
}

function formatDuration(seconds: number | undefined): string {
  if (!seconds || seconds < 1) return 'a moment';
  const [count, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

import type { PageRecheck } from '@/components/proofs/recheck-page';
import type { Unchecked } from '@/components/proofs/use-recheck';
import { shortenAddress } from '@/lib/shorten';

/** The characters that people compare, without case. */
const ends = (address: string) => `${address.slice(0, 4)}${address.slice(-4)}`.toLowerCase();

/** Why the page says neither yes nor no: only a check that passed shows what it lists. */
const unknown = {
  'not-checked': 'Not checked yet.',
  checking: 'Checking…',
  impossible: "We don't know, because the page couldn't be checked in your browser.",
  failed: "Don't rely on this page: a proof on it failed the check in your browser.",
  gone: "We don't know, because the page changed after you opened it. Reload it.",
};

/** Whether a page lists a pasted address, or another one with the same beginning and end. */
export function findAddress(typed: string, listed: readonly string[], checking: PageRecheck | Unchecked) {
  const notYes = (says: string) => ({ isYes: false, says });
  const address = typed.trim();
  if (address === '') return notYes('');
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return notYes("That isn't a Solana address.");
  if (checking.status !== 'passed') return notYes(unknown[checking.status]);
  if (checking.checked.includes(address))
    return { isYes: true, says: 'Yes. This page lists it, and its proof was checked in your browser.' };
  if (listed.includes(address))
    return notYes('This page lists it, but its proof can be checked only in a few minutes.');
  const alike = listed.find((one) => ends(one) === ends(address));
  if (alike === undefined) return notYes("No. This page doesn't list it.");
  return notYes(
    `No. It only looks like ${shortenAddress(alike)}, which is listed. Don't send anything to it.`,
  );
}

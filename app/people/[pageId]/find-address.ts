type Found =
  | { answer: 'empty' | 'malformed' | 'listed' | 'unlisted' }
  | { answer: 'look-alike'; address: string };

/** The characters that people compare, without case. */
const ends = (address: string) => `${address.slice(0, 4)}${address.slice(-4)}`.toLowerCase();

/** Whether a page lists a pasted address, or another one with the same beginning and end. */
export function findAddress(typed: string, listed: readonly string[]): Found {
  const address = typed.trim();
  if (address === '') return { answer: 'empty' };
  if (listed.includes(address)) return { answer: 'listed' };
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return { answer: 'malformed' };
  const alike = listed.find((one) => ends(one) === ends(address));
  return alike === undefined ? { answer: 'unlisted' } : { answer: 'look-alike', address: alike };
}

const words = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

/**
 * The sentence under the heading, like "Two of three wallets are proven to be yours.", numbers up to twelve in words.
 * @param total counts the proven ones and, if there is one, the connected one that isn't.
 */
export function describeWalletCount(proven: number, total: number): string {
  if (proven === 0) return 'No wallet is proven yet.';
  const isAll = proven === total;
  const wallets = `${isAll ? '' : `of ${write(total).toLowerCase()} `}wallet${total === 1 ? '' : 's'}`;
  return `${write(proven)} ${wallets} ${proven === 1 ? 'is' : 'are'} proven to be yours.`;
}

function write(count: number): string {
  return words[count] ?? String(count);
}

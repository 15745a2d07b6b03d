/** `newest` keeps the primary wallet first. */
const walletOrders = ['newest', 'name', 'oldest-proof'] as const;
export type WalletOrder = (typeof walletOrders)[number];

export type WalletView = {
  /** Part of a label, a wallet's name or an address; empty matches all. */
  search: string;
  order: WalletOrder;
};

/** Longer than any address or label. The rest is cut. */
export const longestSearch = 60;

/** Ignores unknown values, and drops control characters, since Postgres text can't contain U+0000. */
export function readWalletView(typed: { q: string | undefined; sort: string | undefined }): WalletView {
  const search = (typed.q ?? '')
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return {
    search: [...search].slice(0, longestSearch).join(''),
    order: walletOrders.find((order) => order === typed.sort) ?? 'newest',
  };
}

export function writeWalletsPath({ search, order }: WalletView, page: number): string {
  const query = new URLSearchParams({
    ...(search && { q: search }),
    ...(order !== 'newest' && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query ? `/wallets?${query}` : '/wallets';
}

/** The connection as the page knows it: which wallet (its raw name) and which account, or null. */
export type Connection = { walletName: string; address: string } | null;

export type ConnectionNews = 'connected' | 'account-changed' | 'disconnected' | null;

/** What happened between two connections, for the line that tells it. Null when nothing did. */
export function describeConnectionNews(before: Connection, now: Connection): ConnectionNews {
  if (!now) return before ? 'disconnected' : null;
  if (!before || before.walletName !== now.walletName) return 'connected';
  return before.address === now.address ? null : 'account-changed';
}

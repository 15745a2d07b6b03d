/** What each kind of event says, with the wallet it is about. The database writes these kinds. */
const sentences: Record<string, (wallet: string) => string> = {
  wallet_proven: (wallet) => `Proved ${wallet}`,
  wallet_reproven: (wallet) => `Proved ${wallet} again`,
  wallet_moved_here: (wallet) => `Moved ${wallet} here from another account`,
  wallet_moved_away: (wallet) => `${wallet} was moved to another account`,
  wallet_removed: (wallet) => `Removed ${wallet}`,
  wallet_published: (wallet) => `Made the proof of ${wallet} public`,
  wallet_unpublished: (wallet) => `Made the proof of ${wallet} private`,
  wallet_label_changed: (wallet) => `Changed the label of ${wallet}`,
  account_exported: () => 'Exported everything on this account',
  wallet_made_primary: (wallet) => `Made ${wallet} the primary wallet`,
};

/**
 * An event in words. A kind that is not known here, from a newer version, is told neutrally: an event that is not shown
 * could be the one its owner must see.
 * @param wallet the shortened address, or null when the event is about none.
 */
export function describeEvent(kind: string, wallet: string | null): string {
  const sentence = Object.hasOwn(sentences, kind) ? sentences[kind] : undefined;
  if (sentence) return sentence(wallet ?? 'a wallet');
  const change = `Another change to your account (${kind.replaceAll('_', ' ')})`;
  return wallet ? `${change}: ${wallet}` : change;
}

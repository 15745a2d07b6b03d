/** Between the tabs of this browser. A message says nothing but that something changed. */
const channelName = 'countersign.wallets';

/** Tells the other tabs that a wallet was proven, removed or changed here. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Calls `onChange` when another tab has told so, until the function that it returns is called. */
export function hearOtherTabs(onChange: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = onChange;
  return () => channel.close();
}

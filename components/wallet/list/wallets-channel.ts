let channel: BroadcastChannel | undefined;

/** Between the tabs of this browser. One for the page: what a tab says on it, it does not hear itself. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('countersign.wallets');
  return channel;
}

/** Tells the other tabs that a wallet was proven, removed or changed here. Says nothing about which. */
export function tellOtherTabs(): void {
  openChannel().postMessage(null);
}

/** Calls `onChange` when another tab has told so, until the function that it returns is called. */
export function hearOtherTabs(onChange: () => void): () => void {
  const listen = () => onChange();
  openChannel().addEventListener('message', listen);
  return () => openChannel().removeEventListener('message', listen);
}

import { isStepKept, keptStepParameter } from './remembered-wallet';

/**
 * Says in the page's address that the dialog is open. A wallet on an iPhone opens that address in a browser of its own, and
 * the phone's browser may load it anew on the way back: both then go on where it was left. Sign-in carries it along in
 * `next`.
 */
export function keepStep(): void {
  changeAddress((search) => search.set(keptStepParameter, '1'));
}

export function dropStep(): void {
  if (isStepKept()) changeAddress((search) => search.delete(keptStepParameter));
}

function changeAddress(change: (search: URLSearchParams) => void): void {
  const address = new URL(location.href);
  change(address.searchParams);
  // Without a state of its own the router takes part, and keeps the address when it reads the page anew.
  history.replaceState(null, '', address);
}

/** Changes the query of the page's address, without a step in the history. */
export function changeAddress(change: (search: URLSearchParams) => void): void {
  const address = new URL(location.href);
  change(address.searchParams);
  // Without state of its own, the router takes part and keeps the address when it reads the page again.
  history.replaceState(null, '', address);
}

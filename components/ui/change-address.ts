/** Changes the query of the page's address without a history entry. */
export function changeAddress(change: (search: URLSearchParams) => void): void {
  const address = new URL(location.href);
  change(address.searchParams);
  // Null instead of `history.state`, so that the router updates its address too and keeps it when it refreshes the page.
  history.replaceState(null, '', address);
}

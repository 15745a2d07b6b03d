/**
 * @returns `LISTEN_HOST`; else `localhost` with the local backend, and undefined (all addresses) without it. Loopback addresses become
 * `localhost`, Next.js's own name: given an address, it would treat a rewrite as a request to another server.
 */
export function chooseHost(
  variables: Record<string, string | undefined>,
  isEmbedded: boolean,
): string | undefined {
  const host = variables.LISTEN_HOST?.trim() || (isEmbedded ? 'localhost' : undefined);
  return host && /^(127(\.\d+){3}|::1)$/.test(host) ? 'localhost' : host;
}

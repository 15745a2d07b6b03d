/**
 * `LISTEN_HOST`, or `localhost` with the local backend; undefined means all addresses. Loopback addresses become Next.js's own name,
 * `localhost`: given an address, it would treat a rewrite as a request to another server.
 */
export function chooseHost(
  variables: Record<string, string | undefined>,
  isEmbedded: boolean,
): string | undefined {
  const host = variables.LISTEN_HOST?.trim() || (isEmbedded ? 'localhost' : undefined);
  return host && /^(127(\.\d+){3}|::1)$/.test(host) ? 'localhost' : host;
}

/**
 * @returns what `LISTEN_HOST` says; else this machine only with the local backend, and every address without it. This machine
 * is always `localhost`: Next.js calls it so within, and takes a page that is shown in the place of another for one of another
 * server where it was told a number.
 */
export function chooseHost(
  variables: Record<string, string | undefined>,
  isEmbedded: boolean,
): string | undefined {
  const host = variables.LISTEN_HOST?.trim() || (isEmbedded ? 'localhost' : undefined);
  return host && /^(127(\.\d+){3}|::1)$/.test(host) ? 'localhost' : host;
}

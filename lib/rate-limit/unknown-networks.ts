import type { Environment } from '../env.ts';
import { logWarning } from '../log/log.ts';

/** Warns at startup that rate limits can't distinguish networks. Not with the local backend, which serves one machine. */
export function warnOfUnknownNetworks({
  embedded,
  trustedProxy,
}: Pick<Environment, 'embedded' | 'trustedProxy'>): void {
  if (embedded || trustedProxy !== null) return;
  logWarning(
    'setup.unknown_networks',
    'TRUSTED_PROXY_HEADER is not set, so attempts are not limited by network: one stranger can use up the attempts at ' +
      "someone else's account for an hour at a time, and the whole site's for a minute, and Auth counts everyone as one " +
      "person. Name the header in which your proxy writes the visitor's address, or set it to none where no proxy is in front.",
  );
}

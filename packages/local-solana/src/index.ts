import { z } from 'zod';
import { type LocalSolana, StartFailure, startChain } from './start-chain.ts';

export { type LocalSolana, StartFailure };

/** An omitted option falls back to its environment variable or default. */
export interface LocalSolanaOptions {
  /** The port of HTTP and WebSocket. Default: 8899; 0 uses any free one. */
  port?: number | string;
  /** The site whose pages may use the chain, besides pages of this machine. */
  siteUrl?: string;
}

const Port = z.coerce.number().int().min(0).max(65535);
const SiteUrl = z.url({ protocol: /^https?$/ }).optional();

/**
 * Starts an imitation of a Solana chain for development, in this process.
 * @throws StartFailure with one line that says what to change
 */
export async function startLocalSolana({ port, siteUrl }: LocalSolanaOptions = {}): Promise<LocalSolana> {
  const { NODE_ENV, LOCAL_SOLANA_ALLOW, LOCAL_SOLANA_PORT, SITE_URL } = process.env;
  if (NODE_ENV === 'production' && LOCAL_SOLANA_ALLOW?.trim() !== '1')
    throw new StartFailure(
      'The local chain is for development and does not start with NODE_ENV=production. Set LOCAL_SOLANA_ALLOW=1 to start it all the same.',
    );
  const usedPort = Port.safeParse(port ?? (LOCAL_SOLANA_PORT?.trim() || 8899));
  if (!usedPort.success) throw new StartFailure('Cannot use LOCAL_SOLANA_PORT: set a port number.');
  const site = SiteUrl.safeParse(siteUrl ?? (SITE_URL?.trim() || undefined));
  if (!site.success) throw new StartFailure('Cannot use SITE_URL: set an address that begins with http.');
  return startChain(usedPort.data, site.data ? new URL(site.data).origin : null);
}

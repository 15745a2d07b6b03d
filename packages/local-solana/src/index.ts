import { readSettings } from './settings.ts';
import { startChain } from './start-chain.ts';

export { StartFailure } from './start-failure.ts';

/** All optional. A missing one falls back to its environment variable or default. */
export interface LocalSolanaOptions {
  /** For HTTP and WebSocket: 8899. 0 takes any free one. */
  port?: number;
  /** The site whose pages may ask, besides those of this machine. */
  siteUrl?: string;
}

export interface LocalSolana {
  url: string;
  /** Ends every connection and frees the port. The chain's contents are gone. */
  stop(): Promise<void>;
}

/**
 * Starts an imitation of a Solana chain for development, in this process.
 * @throws StartFailure with one line that says what to change
 */
export async function startLocalSolana({ port, siteUrl }: LocalSolanaOptions = {}): Promise<LocalSolana> {
  const settings = readSettings({
    ...process.env,
    ...(port !== undefined && { LOCAL_SOLANA_PORT: String(port) }),
    ...(siteUrl !== undefined && { SITE_URL: siteUrl }),
  });
  const { url, close } = await startChain(settings);
  return { url, stop: close };
}

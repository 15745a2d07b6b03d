#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startLocalSolana } from './index.ts';

const help = `Usage: local-solana [options]

An imitation of a Solana chain for development: JSON-RPC over HTTP and WebSocket on 127.0.0.1, in memory.

  --port      the port (8899; 0 uses any free one)
  --site-url  a site that may send requests, besides this machine
  --help      this text

LOCAL_SOLANA_PORT and SITE_URL set the same.`;
const options = {
  port: { type: 'string' },
  'site-url': { type: 'string' },
  help: { type: 'boolean' },
} as const;

// `disconnect` fires when the parent process ends.
for (const reason of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(reason, () => process.exit(0));
try {
  const { port, 'site-url': siteUrl, help: wantsHelp } = parseArgs({ options }).values;
  if (wantsHelp) console.log(help);
  else {
    const { url } = await startLocalSolana({ port, siteUrl });
    console.log(`SOLANA_RPC_URL=${url}\nLocal chain ready on ${url}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

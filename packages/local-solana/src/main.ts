#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { readSettings } from './settings.ts';
import { type Chain, startChain } from './start-chain.ts';
import { StartFailure } from './start-failure.ts';

const help = `Usage: local-solana [options]

An imitation of a Solana chain for development: JSON-RPC over HTTP and WebSocket on 127.0.0.1, in memory.

  --port      the port (8899; 0 uses any free one)
  --site-url  a site that may send requests, besides this machine
  --help      this text

LOCAL_SOLANA_PORT and SITE_URL set the same.`;

/** The command. Its settings are those of settings.ts. */
async function main(): Promise<void> {
  const given = readOptions(process.argv.slice(2));
  if (given === null) return console.log(help);
  const starting = startChain(readSettings({ ...process.env, ...given }));
  closeOnRequest(starting);
  const { url } = await starting;
  console.log(`SOLANA_RPC_URL=${url}\nLocal chain ready on ${url}`);
}

/**
 * @returns the variables that the options stand for; null when help was asked for
 * @throws StartFailure that names an unknown option
 */
function readOptions(args: string[]): Record<string, string> | null {
  try {
    const options = {
      port: { type: 'string' },
      'site-url': { type: 'string' },
      help: { type: 'boolean' },
    } as const;
    const { values } = parseArgs({ args, options });
    if (values.help) return null;
    return {
      ...(values.port !== undefined && { LOCAL_SOLANA_PORT: values.port }),
      ...(values['site-url'] !== undefined && { SITE_URL: values['site-url'] }),
    };
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : error}. See --help.`);
  }
}

/** Ends cleanly on Ctrl-C, SIGTERM, or when the process that started this one is gone. */
function closeOnRequest(starting: Promise<Chain>): void {
  let isClosing = false;
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    // A start that failed has opened nothing, and main reports why.
    starting
      .then((chain) => chain.close())
      .then(
        () => process.exit(0),
        (error: unknown) => exitWith(error),
      );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  if (process.send) process.on('disconnect', close);
}

function exitWith(error: unknown): never {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exit(1);
}

main().catch(exitWith);

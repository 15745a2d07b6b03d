import { readSettings } from './settings.ts';
import { type Chain, startChain } from './start-chain.ts';
import { StartFailure } from './start-failure.ts';

/** `node packages/local-solana/src/main.ts`: a Solana chain for development, in memory. See settings.ts for its variables. */
async function main(): Promise<void> {
  const starting = startChain(readSettings(process.env));
  closeOnRequest(starting);
  const { url } = await starting;
  console.log(`SOLANA_RPC_URL=${url}\nLocal chain ready on ${url}`);
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

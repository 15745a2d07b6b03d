import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { waitForLine } from './wait-for-line.ts';

export type ChainOptions = {
  port: number;
  siteUrl: string;
  environment: Variables;
};

export type LocalChain = { url: string; process: RunningProcess };

const readyLine = 'Local chain ready on';

export async function startChain(options: ChainOptions): Promise<LocalChain> {
  const chain = startProcess({
    name: 'The local chain',
    nodeArguments: [inProject('packages/local-solana/src/main.ts')],
    environment: {
      ...options.environment,
      LOCAL_SOLANA_ALLOW: '1',
      LOCAL_SOLANA_PORT: String(options.port),
      SITE_URL: options.siteUrl,
    },
  });
  await waitForLine(chain, readyLine);
  return { url: `http://127.0.0.1:${options.port}`, process: chain };
}

export function wantsLocalChain(variables: Variables): boolean {
  const cluster = variables.SOLANA_CLUSTER?.trim() || 'localnet';
  return cluster === 'localnet' && !variables.SOLANA_RPC_URL?.trim();
}

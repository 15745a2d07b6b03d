import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningProcess, startProcess, type Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { findNextPort, readPort, refuseTakenPort } from './ports.ts';
import type { BackendOptions } from './start-backend.ts';
import { waitForLine } from './wait-for-line.ts';

export type ChainOptions = {
  port: number;
  siteUrl: string;
  environment: Variables;
  /** Keeps the port for the doctor. */
  dataFolder?: string;
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
  if (options.dataFolder !== undefined) {
    mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
    writeFileSync(join(options.dataFolder, 'chain-port'), String(options.port));
  }
  return { url: `http://127.0.0.1:${options.port}`, process: chain };
}

export function wantsLocalChain(variables: Variables): boolean {
  const cluster = variables.SOLANA_CLUSTER?.trim() || 'localnet';
  return cluster === 'localnet' && !variables.SOLANA_RPC_URL?.trim();
}

/** Replaces a taken default port by the next free one: only this site connects to it. Refuses a taken port that was set. */
export async function chooseChain(
  environment: Variables,
  { siteUrl, dataFolder, port: backendPort, smtpPort }: BackendOptions,
  appPort: number,
  command: string,
  usual = 8899,
): Promise<ChainOptions | undefined> {
  if (!wantsLocalChain(environment)) return undefined;
  const isSet = Boolean(environment.LOCAL_SOLANA_PORT?.trim());
  const wanted = readPort(environment, 'LOCAL_SOLANA_PORT', usual);
  if (isSet) await refuseTakenPort(wanted, `LOCAL_SOLANA_PORT=${wanted + 10} ${command}`);
  const port = isSet ? wanted : await findNextPort(usual, [appPort, backendPort, smtpPort]);
  if (port !== wanted) console.log(`Port ${usual} is already in use, so the local chain uses ${port}.`);
  return { port, siteUrl, environment, dataFolder };
}

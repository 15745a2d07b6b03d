import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../cli/doctor/read-configuration.ts';
import { chooseProject } from '../../cli/project/choose-project.ts';
import { findFreePort } from './ports.ts';
import { chooseChain, startChain } from './start-chain.ts';

test('the doctor asks the local chain at the port to which npm start moved it', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'countersign-chain-'));
  const usual = await findFreePort();
  const taken = createServer().listen(usual, '127.0.0.1');
  await once(taken, 'listening');
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const site = { siteUrl: 'http://localhost:3000', environment: { PATH: process.env.PATH } };
  const backend = { ...site, dataFolder, port: usual + 1, smtpPort: usual + 2 };
  const chosen = await chooseChain(site.environment, backend, 3000, 'npm start', usual);
  const chain = await startChain({ port: 0, ...site, ...chosen });
  writeFileSync(join(dataFolder, 'keys.json'), '{"secret":"sb_secret_a","publishable":"sb_publishable_a"}');
  const variables = { LOCAL_SUPABASE_DATA: dataFolder };
  const { solana } = readConfiguration(chooseProject(variables), variables);
  await chain.process.stop();
  taken.close();
  rmSync(dataFolder, { recursive: true });
  expect(chosen?.port).toBeGreaterThan(usual + 2);
  expect(solana?.rpcUrl).toBe(chain.url);
});

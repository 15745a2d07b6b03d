import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProcess } from '../../../scripts/process/start-process.ts';
import { wantsLocalChain } from '../../../scripts/stack/start-chain.ts';

/** Starts the chain in a separate process and returns its exit code and output. */
async function startRefused(environment: Record<string, string>) {
  const chain = startProcess({
    name: 'The chain',
    nodeArguments: ['packages/local-solana/src/main.ts'],
    environment: { PATH: process.env.PATH, LOCAL_SOLANA_PORT: '0', ...environment },
  });
  const { code } = await chain.ended;
  return { code, lines: chain.output().trim().split('\n') };
}

test('a taken port, a bad setting and production are refused in one line that says what to do', async () => {
  const taken = createServer();
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  const port = String((taken.address() as AddressInfo).port);
  const refused = await Promise.all([
    startRefused({ LOCAL_SOLANA_PORT: port }),
    startRefused({ LOCAL_SOLANA_PORT: 'http' }),
    startRefused({ NODE_ENV: 'production' }),
  ]);
  taken.close();
  expect(refused.map(({ code, lines }) => [code, lines.length])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  const [ofPort, ofSetting, ofProduction] = refused.map(({ lines }) => lines[0]);
  expect(ofPort).toMatch(new RegExp(`^Port ${port} is taken.*LOCAL_SOLANA_PORT`));
  expect(ofSetting).toContain('LOCAL_SOLANA_PORT');
  expect(ofProduction).toContain('LOCAL_SOLANA_ALLOW=1');
});

test.each([
  [{}, true],
  [{ SOLANA_CLUSTER: 'localnet' }, true],
  [{ SOLANA_CLUSTER: 'devnet' }, false],
  [{ SOLANA_RPC_URL: 'https://rpc.example' }, false],
  [{ SOLANA_RPC_URL: 'off' }, false],
])('with %p the embedded default runs a chain of its own: %p', (variables, expected) => {
  expect(wantsLocalChain(variables)).toBe(expected);
});

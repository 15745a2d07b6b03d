import { Away, ask } from '../ask.ts';
import type { Check } from '../context.ts';
import { ok, problem, warning } from '../finding.ts';
import { onSite } from '../settings.ts';

/** The genesis hash of each cluster. */
const firstBlocks: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPkZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
};

/** Whether browsers can read balances from the right cluster. Proving a wallet doesn't need it. */
export const solana: Check = {
  name: 'Solana',
  async run(_project, { environment, signal }) {
    const { solana: endpoint, siteUrl } = environment;
    if (!endpoint) return [ok('solana.server', 'Balances are off.')];
    const { host } = new URL(endpoint.rpcUrl);
    const setting = onSite('SOLANA_RPC_URL');
    const why = 'Wallets are shown without balances. Proving them still works.';
    try {
      const answer = await ask(endpoint.rpcUrl, {
        headers: { origin: siteUrl },
        body: { jsonrpc: '2.0', id: 1, method: 'getGenesisHash' },
        signal,
      });
      const hash = (answer.body as { result?: unknown } | null)?.result;
      if (answer.status !== 200 || typeof hash !== 'string')
        return [
          warning('solana.server', `The Solana RPC ${host} refuses this site (status ${answer.status}).`, {
            why,
            fix: 'Check its key and allowed domains.',
            setting,
          }),
        ];
      const chain = firstBlocks[hash] ?? 'localnet';
      if (chain !== endpoint.cluster)
        return [
          problem(
            'solana.server',
            `The Solana RPC ${host} is for ${chain === 'localnet' ? 'a private cluster' : chain}, but SOLANA_CLUSTER is ${endpoint.cluster}.`,
            {
              why: 'Balances are from a different cluster than the proofs.',
              setting: onSite('SOLANA_RPC_URL, SOLANA_CLUSTER'),
            },
          ),
        ];
      const allowed = answer.headers.get('access-control-allow-origin');
      if (allowed !== '*' && allowed !== siteUrl)
        return [
          warning('solana.server', `The Solana RPC ${host} does not allow requests from ${siteUrl}.`, {
            why,
            fix: 'Add this site to its allowed domains.',
            setting,
          }),
        ];
      return [ok('solana.server', `The Solana RPC ${host} answers for ${chain}.`)];
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      return [
        warning(
          'solana.server',
          `The Solana RPC ${host} can't be reached from this machine (${error.code}).`,
          {
            why,
            fix: 'Check that browsers can reach it: they send the requests.',
            setting,
          },
        ),
      ];
    }
  },
};

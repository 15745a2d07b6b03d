import { Away, ask } from '../ask.ts';
import type { Check } from '../context.ts';
import { ok, problem, warning } from '../finding.ts';
import { onSite } from '../settings.ts';

/** Hash of the first block: what tells the chains apart. */
const firstBlocks: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPkZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
};

/** Whether browsers can ask for balances, of the right chain. Proving a wallet needs no such server. */
export const solana: Check = {
  name: 'Solana',
  async run(_project, { environment, signal }) {
    const { solana: endpoint, siteUrl } = environment;
    if (!endpoint) return [ok('solana.server', 'Balances are off.')];
    const { host } = new URL(endpoint.rpcUrl);
    const setting = onSite('SOLANA_RPC_URL');
    const why = 'Wallets are shown without balances. Proving them goes on.';
    try {
      const answer = await ask(endpoint.rpcUrl, {
        headers: { origin: siteUrl },
        body: { jsonrpc: '2.0', id: 1, method: 'getGenesisHash' },
        signal,
      });
      const hash = (answer.body as { result?: unknown } | null)?.result;
      if (answer.status !== 200 || typeof hash !== 'string')
        return [
          warning('solana.server', `The Solana server ${host} refuses this site (status ${answer.status}).`, {
            why,
            fix: 'Compare the key and the domains it is for.',
            setting,
          }),
        ];
      const chain = firstBlocks[hash] ?? 'localnet';
      if (chain !== endpoint.cluster)
        return [
          problem(
            'solana.server',
            `The Solana server ${host} is of ${chain === 'localnet' ? 'a chain of its own' : chain}, and SOLANA_CLUSTER is ${endpoint.cluster}.`,
            {
              why: 'People see balances of another chain than the one that their wallets are proven for.',
              setting: onSite('SOLANA_RPC_URL, SOLANA_CLUSTER'),
            },
          ),
        ];
      const allowed = answer.headers.get('access-control-allow-origin');
      if (allowed !== '*' && allowed !== siteUrl)
        return [
          warning('solana.server', `The Solana server ${host} does not let pages of ${siteUrl} ask it.`, {
            why,
            fix: 'Allow this site among its domains.',
            setting,
          }),
        ];
      return [ok('solana.server', `The Solana server ${host} answers, for ${chain}.`)];
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      return [
        warning('solana.server', `The Solana server ${host} can't be reached from here (${error.code}).`, {
          why,
          fix: 'Browsers ask it, not this machine: look whether they reach it.',
          setting,
        }),
      ];
    }
  },
};

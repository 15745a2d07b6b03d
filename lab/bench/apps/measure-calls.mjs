import { formatTable } from '../format-table.mjs';
import { runLoad } from './run-load.mjs';

const times = 20;

/** The calls over REST that each request makes, once the keys of the provider are known. */
export async function measureCalls(provider) {
  const one = (next, options = {}) =>
    runLoad(provider.siteUrl, next, { connections: 1, requests: times, ...options });
  const given = [];
  const codes = await provider.seedCodes(3 * times);
  const exchange = () => provider.exchange(codes.pop());
  const owners = codes.toReversed().map(({ app }) => app);
  await one(exchange, { took: (text) => given.push(JSON.parse(text)) });
  const held = given.map((tokens, at) => ({
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    app: owners[at],
  }));
  const kinds = {
    'one call to the database': [provider.askOnce, { status: 404 }],
    'code exchange': [exchange],
    refresh: [(at) => provider.refresh(held[at])],
    userinfo: [(at) => provider.readUserinfo(held[at])],
    introspection: [(at) => provider.introspect(held[at])],
    '/api/v1/wallets': [(at) => provider.readWallets(held[at])],
  };
  const rows = [];
  for (const [name, [next, options]] of Object.entries(kinds)) {
    await new Promise((quiet) => setTimeout(quiet, 500));
    provider.calls.length = 0;
    await one(next, options);
    const names = [...new Set(provider.calls)].join(', ');
    rows.push([name, (provider.calls.length / times).toFixed(1), names]);
  }
  console.log(formatTable([['', 'calls over REST', 'of'], ...rows]));
}

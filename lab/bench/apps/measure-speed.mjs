import { formatTable } from '../format-table.mjs';
import { describeSpread } from '../sessions/spread.mjs';
import { runLoad } from './run-load.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const milliseconds = Number(process.env.BENCH_SECONDS ?? 3) * 1000;
/** More than any round of that length uses up. */
const codesOfRound = Math.ceil((milliseconds / 1000) * 400);

/** Requests a second, each in every round, and the ratio to a route that makes one call to the database. */
export async function measureSpeed(provider) {
  const rates = new Map();
  const note = (name, { perSecond }) => rates.set(name, [...(rates.get(name) ?? []), perSecond]);
  for (let round = 0; round <= rounds; round++) {
    // The first round only warms up.
    const take = round === 0 ? () => undefined : note;
    const codes = await provider.seedCodes(codesOfRound);
    const given = [];
    const load = (next, options = {}) => runLoad(provider.siteUrl, next, { milliseconds, ...options });
    take('one call to the database', await load(provider.askOnce, { status: 404 }));
    const apps = codes.map(({ app }) => app);
    const exchanged = await load(() => (codes.length > 0 ? provider.exchange(codes.pop()) : null), {
      took: (text) => given.push(JSON.parse(text)),
    });
    take('code exchange', exchanged);
    const held = given.map((tokens) => ({ ...tokens, accessToken: tokens.access_token }));
    take('userinfo', await load((at) => provider.readUserinfo(held[at % held.length])));
    take('/api/v1/wallets', await load((at) => provider.readWallets(held[at % held.length])));
    take(
      'introspection',
      await load((at) => provider.introspect({ ...held[at % held.length], app: apps[0] })),
    );
    take('refresh', await refreshOneByOne(load, provider, given, apps));
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  const base = rates.get('one call to the database');
  const rows = [...rates].map(([name, all]) => [
    name,
    describeSpread(all, 0),
    describeSpread(all.map((rate, round) => rate / base[round])),
  ]);
  console.log(formatTable([['', 'requests/s', 'against one call'], ...rows]));
}

/** Each token once, by its own app. An answer has the next one. */
async function refreshOneByOne(load, provider, given, apps) {
  const owners = new Map(apps.map((app) => [app.clientId, app]));
  const waiting = given.map(({ refresh_token: refreshToken, id_token: idToken }) => ({
    refreshToken,
    app: owners.get(JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url')).aud),
  }));
  return load(() => (waiting.length > 0 ? provider.refresh(waiting.pop()) : null), {});
}

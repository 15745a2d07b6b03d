import { formatTable } from '../format-table.mjs';
import { measureMemory } from '../measure-memory.mjs';
import { runLoad } from './run-load.mjs';

const exchanges = Number(process.env.BENCH_EXCHANGES ?? 100_000);
const parts = 10;

/** Memory of one process of ours after each tenth of so many exchanges of seeded codes. */
export async function measureMemoryOfExchanges(provider) {
  const rows = [['exchanges', 'memory MB', 'exchanges/s']];
  const memory = () => measureMemory(provider.pid).app.toFixed(0);
  const exchange = async (count) => {
    const codes = await provider.seedCodes(count);
    return runLoad(provider.siteUrl, () => (codes.length > 0 ? provider.exchange(codes.pop()) : null), {});
  };
  await exchange(Math.ceil(exchanges / 100));
  rows.push(['to warm up', memory(), '']);
  for (let part = 1; part <= parts; part++) {
    const { perSecond } = await exchange(exchanges / parts);
    rows.push([((exchanges / parts) * part).toLocaleString('en'), memory(), perSecond.toFixed(0)]);
    console.error(rows.at(-1).join('  '));
  }
  console.log(formatTable(rows));
}

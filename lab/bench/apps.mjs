import { loadavg } from 'node:os';
import { measureCalls } from './apps/measure-calls.mjs';
import { measureMemoryOfExchanges } from './apps/measure-exchanges.mjs';
import { measureSpeed } from './apps/measure-speed.mjs';
import { openProvider } from './apps/open-provider.mjs';

// What apps cost: node lab/bench/apps.mjs [speed | calls | memory]

const parts = { calls: measureCalls, speed: measureSpeed, memory: measureMemoryOfExchanges };
const wanted = process.argv.slice(2);
const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name));

for (const [name, measure] of chosen) {
  const provider = await openProvider();
  try {
    console.log(`\n${name}\n`);
    await measure(provider);
  } finally {
    await provider.stop();
  }
}
console.log(`\nLoad of the machine at the end: ${loadavg()[0].toFixed(1)}`);

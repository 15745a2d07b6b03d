import { buildApps } from './sessions/build-apps.mjs';
import { measureExpired } from './sessions/measure-expired.mjs';
import { measureGrowth } from './sessions/measure-growth.mjs';
import { measureOutages } from './sessions/measure-outages.mjs';
import { measureSpeed } from './sessions/measure-speed.mjs';

// Measures the cost of a session and its survival of outages, compared with Supabase's starter: node lab/bench/sessions.mjs
// One part: node lab/bench/sessions.mjs speed

const parts = {
  speed: measureSpeed,
  expired: measureExpired,
  outages: measureOutages,
  growth: measureGrowth,
};
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);

const apps = buildApps();
for (const name of chosen) {
  console.log(`\n${name}\n`);
  await parts[name](apps);
}

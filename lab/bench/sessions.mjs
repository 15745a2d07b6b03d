import { buildApps } from './sessions/build-apps.mjs';
import { measurePages } from './sessions/measure-pages.mjs';
import { measureSpeed } from './sessions/measure-speed.mjs';

// Measures the cost of a session for a page, compared with Supabase's starter: node scripts/run.mjs lab/bench/sessions
// Or pages of this site, against the starter as `create-next-app --example with-supabase` writes it: BENCH_STARTER=<its folder>, with its
// packages installed. Adds a page to that folder.

const published = process.env.BENCH_STARTER;
await (published ? measurePages(buildApps(), published) : measureSpeed(buildApps()));

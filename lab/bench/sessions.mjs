import { buildApps } from './sessions/build-apps.mjs';
import { measureSpeed } from './sessions/measure-speed.mjs';

// Measures the cost of a session for a page, compared with Supabase's starter: node lab/bench/sessions.mjs

await measureSpeed(buildApps());

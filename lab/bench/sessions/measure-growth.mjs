import { startAuthServer } from '../../../lib/testing/auth-server.ts';
import { formatTable } from '../format-table.mjs';
import { measureMemory } from '../measure-memory.mjs';
import { packSession, writeCookieHeader } from './browser.mjs';
import { measureLoad } from './measure-load.mjs';
import { serveApp } from './serve-app.mjs';

const sessions = 20_000;
const parts = 10;
const requestsOfPart = 20_000;

/** Memory of one process of this site after each of ten parts of 20,000 requests, each request of a part by another user. */
export async function measureGrowth({ copy }) {
  const auth = await startAuthServer();
  const keys = { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_bench', SUPABASE_SECRET_KEY: 'sb_secret_bench' };
  const app = await serveApp(copy, '/bench-session', {
    ...{ SUPABASE_URL: auth.url, SUPABASE_JWT_ISSUER: `${auth.url}/auth/v1` },
    ...keys,
  });
  try {
    const exp = Math.floor(Date.now() / 1000) + 12 * 3600;
    const cookies = [];
    for (let count = 0; count < sessions; count++) {
      const access_token = await auth.signToken({ exp });
      const session = {
        access_token,
        refresh_token: crypto.randomUUID(),
        expires_at: exp,
        expires_in: 43_200,
      };
      cookies.push(
        writeCookieHeader(packSession({ ...session, token_type: 'bearer' }, { withUser: false }, keys)),
      );
    }
    await measureLoad(app.url, { cookieOf: () => cookies[0], requests: 2_000 });
    const rows = [
      ['requests', 'memory MB'],
      ['2,000 of one session', measureMemory(app.pid).app.toFixed(0)],
    ];
    for (let part = 1; part <= parts; part++) {
      await measureLoad(app.url, {
        cookieOf: (number) => cookies[number % sessions],
        requests: requestsOfPart,
      });
      const memory = measureMemory(app.pid).app.toFixed(0);
      rows.push([`${part * requestsOfPart} of ${sessions} sessions`, memory]);
      console.error(rows.at(-1).join('  '));
    }
    console.log(formatTable(rows));
  } finally {
    await app.stop();
    await auth.stop();
  }
}

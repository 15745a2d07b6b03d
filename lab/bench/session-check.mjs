import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createChunks, createServerClient, stringToBase64URL } from '@supabase/ssr';
import { startAuthServer } from '../../lib/testing/auth-server.ts';
import { formatTable } from './format-table.mjs';

// What the session check adds to a request, and what it asks Auth for: node lab/bench/session-check.mjs

const requests = 10_000;
const sessions = 20_000;

const auth = await startAuthServer();
process.env.SUPABASE_URL = auth.url;
process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_bench';
process.env.SUPABASE_SECRET_KEY = 'sb_secret_bench';
const { checkSession, refreshSession } = await import('../../lib/session/session.ts');
const { cookieBytes, readSessionCookie, sessionCookieName, writeSessionCookie } = await import(
  '../../lib/supabase/cookies.ts'
);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

async function makeSession(expiresInSeconds = 3600) {
  const exp = Math.floor(Date.now() / 1000) + expiresInSeconds;
  const access_token = await auth.signToken({ exp });
  return {
    access_token,
    refresh_token: crypto.randomUUID(),
    ...{ expires_at: exp, expires_in: 3600, token_type: 'bearer' },
  };
}

/** The cookies as @supabase/ssr would have them with the tokens only: what they were before they were sealed. */
function writeInTheClear(session) {
  const packed = `base64-${stringToBase64URL(JSON.stringify(session))}`;
  return createChunks(sessionCookieName(), packed);
}

/** The middleware's check and the page's: what one request pays. */
async function checkAsRequest(cookies) {
  await refreshSession(cookies);
  await checkSession(cookies);
}

/** The same, as Supabase's starter does it: a client and its claims, in the middleware and again in the page. */
async function checkAsStarter(cookies) {
  for (let check = 0; check < 2; check++) {
    const methods = { getAll: () => cookies, setAll: () => undefined };
    const supabase = createServerClient(auth.url, 'sb_publishable_bench', { cookies: methods });
    const { data, error } = await supabase.auth.getClaims();
    if (!data) throw error ?? new Error('The library found no session');
  }
}

/** @returns the milliseconds of each call, shortest first. */
async function time(count, work) {
  const milliseconds = [];
  for (let call = 0; call < count; call++) {
    const start = performance.now();
    await work(call);
    milliseconds.push(performance.now() - start);
  }
  return milliseconds.sort((some, other) => some - other);
}

function row(name, milliseconds) {
  const at = (share) => milliseconds[Math.floor((milliseconds.length - 1) * share)].toFixed(3);
  return [name, at(0.5), at(0.99)];
}

const carried = [];
for (let count = 0; count < sessions; count++) carried.push(writeSessionCookie(await makeSession(), []));
const [first] = carried;
await time(requests, () => checkAsRequest(first));
auth.calls.length = 0;
const rows = [
  row('no session', await time(requests, () => checkAsRequest([]))),
  row('a session, warm', await time(requests, () => checkAsRequest(first))),
  row(
    'a session, each seen for the first time',
    await time(sessions, (call) => checkAsRequest(carried[call])),
  ),
];
const callsWhenValid = auth.calls.length;

const session = await makeSession();
const inTheClear = writeInTheClear(session);
await time(1_000, () => checkAsStarter(inTheClear));
rows.push(row("a session, warm, the starter's way", await time(requests, () => checkAsStarter(inTheClear))));
const callsSoFar = auth.calls.length;

auth.answers.refresh = async () => ({ status: 200, body: await makeSession() });
const expired = writeSessionCookie(await makeSession(-10), []);
await Promise.all(Array.from({ length: 100 }, () => refreshSession(expired)));

console.log(formatTable([['added to a request, ms', 'p50', 'p99'], ...rows]));
const sealed = writeSessionCookie(session, []);
const sealing = [
  row('written, sealed', await time(requests, () => writeSessionCookie(session, []))),
  row('written in the clear', await time(requests, () => writeInTheClear(session))),
  row('read, sealed', await time(requests, () => readSessionCookie(sealed))),
];
console.log(`\n${formatTable([['the cookies alone, ms', 'p50', 'p99'], ...sealing])}`);
console.log(`Bytes of a session: ${cookieBytes(sealed)} sealed, ${cookieBytes(inTheClear)} in the clear`);

console.log(`\nCalls of Auth for ${2 * requests + sessions} requests with a valid token: ${callsWhenValid}`);
console.log(`for 100 at once with an expired one: ${auth.calls.length - callsSoFar}`);

collectGarbage();
const before = process.memoryUsage().heapUsed;
globalThis.countersign.get('checked-tokens').clear();
collectGarbage();
const kept = (before - process.memoryUsage().heapUsed) / 1e6;
console.log(`Heap that remembers the last 10,000 of ${sessions} sessions: ${kept.toFixed(1)} MB`);
await auth.stop();

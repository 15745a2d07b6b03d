import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '../format-table.mjs';
import { measureLoad } from './measure-load.mjs';
import { packSession, writeCookieHeader } from './pack-session.mjs';
import { readProcessorTime } from './processor-time.mjs';
import { serveApp } from './serve-app.mjs';
import { describeSpread, median } from './spread.mjs';
import { startAuth } from './start-auth.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
/**
 * Milliseconds. Short, so that no app is idle for 8 s, after which V8 frees memory and compiled code and makes the next thousand
 * requests slower.
 */
const roundInMilliseconds = 1_000;
/** Warm-up rounds in which V8 compiles again the code it discarded while the other apps started. */
const roundsNotCounted = 8;
const warmUpRequests = 400;
const requestsCounted = 10_000;

/** Measures a signed-in page of this site; the same page with the starter's check and without one; and the starter's own page. */
export async function measureSpeed({ copy, starter }) {
  await measureInTurns(
    async (serve) => {
      const ours = await serve('ours', copy, '/bench');
      const ceiling = await serve('the same page, no session check', copy, '/bench', {
        BENCH_SESSION: 'none',
      });
      const library = await serve('the same page, checked as the starter does', copy, '/bench', {
        BENCH_SESSION: 'starter',
      });
      const theirs = await serve('the starter', starter, '/protected');
      const alike = await serve("the starter's page, made and checked by us", copy, '/bench-starter');
      return [ours, ceiling, library, theirs, alike];
    },
    async (apps, ask) => {
      const [ours, ceiling, library, theirs, alike] = apps;
      console.log(formatTable([speedHeading, ...apps.map(describeSpeed)]));
      console.log('\nOurs against the others, within a round: the median, and the middle half');
      console.log(compareRounds([ceiling, library, theirs].map((other) => [other.name, ours, other])));
      console.log('\nAgainst the starter');
      console.log(compareRounds([[alike.name, alike, theirs]]));
      await ask(ours, { requests: Math.max(0, requestsCounted - ours.requests) });
      console.log('\nCalls of Auth, once warm');
      for (const app of apps) console.log(`${app.name}: ${app.calls} for ${app.requests} requests`);
    },
  );
}

/**
 * Measures apps in turns, because the machine may have other work; ratios are computed within each round.
 * @param start serves each app by `serve(name, folder, page, variables)`, for a signed-in person. @param print gets the apps, with their rounds
 */
export async function measureInTurns(start, print) {
  const auth = await startAuth();
  const running = [];
  try {
    const session = await auth.openSession();
    const serve = async (name, folder, page, variables = {}) => {
      const isOurs = existsSync(join(folder, 'server/main.ts'));
      const app = await serveApp(folder, page, { ...auth.variables, ...variables });
      running.push(app);
      const withUser = !isOurs || variables.BENCH_SESSION === 'starter';
      const cookies = packSession(session, { withUser }, auth.variables);
      // A returning visitor: only a first visit has the style sheet in its page.
      const first = await fetch(app.url, { headers: { cookie: writeCookieHeader(cookies) } });
      const [, sheet] = /\/style\/([0-9a-f]+)/.exec(await first.text()) ?? [];
      if (isOurs && !sheet) throw new Error(`${app.url} names no style sheet.`);
      if (sheet) cookies.set('sheet', sheet);
      const cookie = writeCookieHeader(cookies);
      await measureLoad(app.url, { cookie, requests: warmUpRequests });
      const markup = await (await fetch(app.url, { headers: { cookie } })).arrayBuffer();
      return { ...app, name, cookie, bytes: markup.byteLength, rounds: [], calls: 0, requests: 0 };
    };
    const apps = await start(serve, auth);
    for (let round = 0; round < roundsNotCounted + rounds; round++) {
      // Each round begins with another app.
      for (let turn = 0; turn < apps.length; turn++) await measureRound(apps[(round + turn) % apps.length]);
    }
    for (const app of apps) app.rounds.splice(0, roundsNotCounted);
    await print(apps, ask);
  } finally {
    for (const app of running) await app.stop();
    await auth.stop();
  }

  async function measureRound(app) {
    const before = readProcessorTime(app.pid);
    const load = await ask(app, { milliseconds: roundInMilliseconds });
    const processorSeconds = readProcessorTime(app.pid) - before;
    app.rounds.push({ ...load, processor: (processorSeconds / load.count) * 1000 });
  }

  async function ask(app, amount) {
    const callsBefore = auth.proxy.calls.length;
    const load = await measureLoad(app.url, { cookie: app.cookie, ...amount });
    app.calls += auth.proxy.calls.length - callsBefore;
    app.requests += load.count;
    return load;
  }
}

export const speedHeading = ['a signed-in page', 'bytes', 'requests/s', 'p50 ms', 'p99 ms', 'processor ms'];

export function describeSpeed(app) {
  const of = (field, digits) => median(app.rounds.map((round) => round[field])).toFixed(digits);
  return [app.name, app.bytes, of('perSecond', 0), of('p50', 1), of('p99', 1), of('processor', 2)];
}

/** A row for each `[name, one, other]`: how many times faster `one` is. */
export function compareRounds(pairs) {
  const rows = pairs.map(([name, one, other]) => {
    const compare = (ratio) => describeSpread(one.rounds.map((round, at) => ratio(round, other.rounds[at])));
    return [
      name,
      compare((its, others) => its.perSecond / others.perSecond),
      compare((its, others) => others.processor / its.processor),
    ];
  });
  return formatTable([['', 'requests/s', 'by processor time'], ...rows]);
}

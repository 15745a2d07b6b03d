// Requests lost while three processes of the site are restarted one after the other behind a round robin, again and again until
// all requests are answered: `node lab/bench/rolling-restart.mjs [requests] [folder]`. The folder is what `npm run image-folder`
// makes, `dist` if not named.
// The balancer keeps its connections, tries nothing twice, and asks each process for /api/health four times a second, as balancers do.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { startForImage } from './start-for-image.mjs';

const total = Number(process.argv[2] ?? 10_000);
const folder = resolve(process.argv[3] ?? 'dist');
const atOnce = 8;
const shutdownDelaySeconds = 2;
const healthMilliseconds = 250;

const { backend, scratch, environment } = await startForImage('rolling-restart');
environment.SHUTDOWN_DELAY = String(shutdownDelaySeconds);

const places = [];
for (let place = 0; place < 3; place += 1) places.push(await startProcess(await findFreePort()));
const watching = setInterval(() => places.forEach(watch), healthMilliseconds);

const result = { answered: 0, failed: {}, restarts: 0, slowest: 0 };
let begun = 0;
let turn = 0;
let isDone = false;
const startedAt = performance.now();
const restarting = restart();
await Promise.all(Array.from({ length: atOnce }, work));
isDone = true;
await restarting;
clearInterval(watching);
const seconds = (performance.now() - startedAt) / 1000;
const failed = Object.values(result.failed).reduce((sum, count) => sum + count, 0);
console.log(
  `${failed} failed of ${total}, ${result.restarts} restarts in ${seconds.toFixed(0)} s, slowest ${result.slowest.toFixed(0)} ms`,
);
if (failed > 0) console.log(result.failed);
for (const place of places) place.child.kill('SIGKILL');
await backend.process.stop();
rmSync(scratch, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);

async function startProcess(port) {
  const child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { ...environment, PORT: String(port), LISTEN_HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const place = { port, child, isIn: false, agent: new Agent({ keepAlive: true }) };
  child.ended = new Promise((ended) => child.once('exit', ended));
  while (!(await watch(place))) {
    if (child.exitCode !== null) throw new Error('A process ended before it was ready.');
    await setTimeout(50);
  }
  return place;
}

async function watch(place) {
  const answer = await fetch(`http://127.0.0.1:${place.port}/api/health`).catch(() => null);
  await answer?.arrayBuffer();
  place.isIn = answer?.status === 200;
  return place.isIn;
}

/** One after the other, the next once the last is there again. */
async function restart() {
  for (let at = 0; !isDone; at = (at + 1) % places.length) {
    const old = places[at];
    old.child.kill('SIGTERM');
    await old.child.ended;
    places[at] = await startProcess(old.port);
    result.restarts += 1;
  }
}

async function work() {
  while (begun < total) {
    const number = begun;
    begun += 1;
    const sentAt = performance.now();
    const ready = places.filter(({ isIn }) => isIn);
    turn += 1;
    const outcome = ready.length === 0 ? 'nobody there' : await ask(ready[turn % ready.length], number);
    result.slowest = Math.max(result.slowest, performance.now() - sentAt);
    if (outcome === null) result.answered += 1;
    else result.failed[outcome] = (result.failed[outcome] ?? 0) + 1;
  }
}

/** A page for one in ten; the others ask with a body, for which a balancer may not try again. @returns null when it is answered. */
function ask({ port, agent }, number) {
  const isPage = number % 10 === 0;
  const expected = isPage ? 200 : 401;
  const body = 'grant_type=authorization_code&code=x&client_id=nobody&client_secret=x';
  return new Promise((resolve) => {
    const asked = send(
      {
        host: '127.0.0.1',
        port,
        agent,
        path: isPage ? '/sign-in' : '/oauth/token',
        method: isPage ? 'GET' : 'POST',
        headers: isPage
          ? { host: 'localhost:3000' }
          : {
              host: 'localhost:3000',
              'content-type': 'application/x-www-form-urlencoded',
              'content-length': body.length,
            },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          resolve(answer.statusCode === expected ? null : `status ${answer.statusCode}`),
        );
        answer.once('error', (error) => resolve(`cut off: ${error.code}`));
      },
    );
    asked.once('error', (error) => resolve(`not answered: ${error.code}`));
    asked.end(isPage ? undefined : body);
  });
}

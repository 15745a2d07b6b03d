// How soon the folder of the image is ready, what that takes of the processor, and what it holds of the memory when nobody asks
// anything: `node lab/bench/image-start.mjs [folder]`. It builds nothing: the folder is what `npm run image-folder` makes, `dist` if not
// named. Goals: ready after 2 s, 200 MB.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { formatTable } from './format-table.mjs';
import { startForImage } from './start-for-image.mjs';

const folder = resolve(process.argv[2] ?? 'dist');
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const idleSeconds = Number(process.env.BENCH_SECONDS ?? 10);
/** Of `/proc/<id>/stat`: every Linux has a hundred a second, whatever its own clock does. */
const ticksPerSecond = 100;

const { backend, scratch, environment } = await startForImage('image-start');

const measured = [];
const busy = [];
try {
  // One to warm up: afterwards the files are in memory, as on a machine that has pulled the image.
  for (let round = 0; round <= rounds; round += 1) {
    busy.push(loadavg()[0]);
    const found = await measureOne(await findFreePort());
    if (round > 0) measured.push(found);
  }
} finally {
  await backend.process.stop();
  rmSync(scratch, { recursive: true, force: true });
}
const rows = Object.keys(measured[0]).map((name) => {
  const values = measured.map((one) => one[name]).sort((one, other) => one - other);
  const digits = name.endsWith(', s') ? 2 : 0;
  return [
    name,
    ...[values[Math.floor(values.length / 2)], values[0], values.at(-1)].map((value) =>
      value.toFixed(digits),
    ),
  ];
});
console.log(formatTable([[`${rounds} starts`, 'median', 'least', 'most'], ...rows]));
console.log(
  `Node ${process.versions.node}, ${cpus().length} cores, load ${Math.min(...busy).toFixed(1)} to ${Math.max(...busy).toFixed(1)}`,
);

async function measureOne(port) {
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { ...environment, PORT: String(port), LISTEN_HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  try {
    while ((await fetch(`${url}/api/ready`).catch(() => null))?.status !== 200) {
      if (child.exitCode !== null) throw new Error('It ended before it was ready.');
      await setTimeout(10);
    }
    const clock = (performance.now() - started) / 1000;
    const processor = sum(child.pid, readSeconds);
    // The provider for apps is loaded by the first who asks for it.
    const discovery = await fetch(`${url}/.well-known/openid-configuration`);
    if (!discovery.ok) throw new Error(`Discovery answers ${discovery.status}.`);
    await discovery.text();
    await setTimeout(idleSeconds * 1000);
    return {
      'ready after, s': clock,
      'of the processor, s': processor,
      'idle with the provider, RSS, MB': sum(child.pid, (id) => readMegabytes(id, 'Rss')),
      'the same, PSS, MB': sum(child.pid, (id) => readMegabytes(id, 'Pss')),
    };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

function sum(id, read) {
  const children = readdirSync(`/proc/${id}/task`).flatMap((task) =>
    readFileSync(`/proc/${id}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.reduce((all, child) => all + sum(child, read), read(id));
}

function readSeconds(id) {
  // The name before may have spaces in it.
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function readMegabytes(id, name) {
  const [, kilobytes] = new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'),
  );
  return Number(kilobytes) / 1024;
}

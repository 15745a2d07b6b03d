import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';

const [count, separator, ...words] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(count ?? '') || separator !== '--' || words.length === 0) {
  console.error('Usage: node lab/bench/busy.mjs 4 -- npm test');
  process.exit(2);
}
// Threads of this process, so that none of them outlives it.
for (let loop = 0; loop < Number(count); loop++) new Worker('for (;;);', { eval: true });

const [command, ...args] = words;
const child = spawn(command, args, {
  stdio: 'inherit',
  // On Windows, npm is a shell script.
  shell: process.platform === 'win32',
});
// The command decides when to exit. The terminal sends Ctrl-C to it too.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => {
  console.error(`${command} could not be started: ${error.message}`);
  process.exit(127);
});
child.once('exit', (code) => process.exit(code ?? 1));

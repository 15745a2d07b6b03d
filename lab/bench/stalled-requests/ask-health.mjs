import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// On a thread of its own, so that the sending of everything else delays none of this.

const { url, everyMilliseconds } = workerData;
const times = [];
let asking = true;
parentPort.once('message', () => {
  asking = false;
});
while (asking) {
  const startedAt = performance.now();
  const response = await fetch(url);
  await response.text();
  if (response.status !== 200) throw new Error(`/api/health answered ${response.status}.`);
  times.push(performance.now() - startedAt);
  await wait(everyMilliseconds);
}
parentPort.postMessage(times);

import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endGently, isEnding } from './end-gently';

// All tests of one process share its channels.
let stop: () => void;
afterEach(() => {
  stop();
  globalThis.countersign?.clear();
});

test('a process that is asked to end says so and answers on, and ends after its delay, or when it is asked again', async () => {
  const signals = new EventEmitter();
  const ended: unknown[] = [];
  signals.on('SIGTERM', (signal) => ended.push(signal));
  stop = endGently(60 * 60 * 1000, signals);
  const server = createServer((_request, response) => response.end('answered'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const before = await fetch(url);
  expect([isEnding(), await before.text(), before.headers.get('connection')]).toEqual([
    false,
    'answered',
    'keep-alive',
  ]);
  signals.emit('SIGTERM', 'SIGTERM');
  const after = await fetch(url);
  expect([isEnding(), await after.text(), after.headers.get('connection')]).toEqual([
    true,
    'answered',
    'close',
  ]);
  expect(ended).toEqual([]);
  signals.emit('SIGTERM', 'SIGTERM');
  expect(ended).toEqual(['SIGTERM']);
  server.close();
});

test('without a delay it ends at once', () => {
  const signals = new EventEmitter();
  const ended = jest.fn();
  signals.on('SIGTERM', ended);
  stop = endGently(0, signals);
  signals.emit('SIGTERM', 'SIGTERM');
  expect(ended).toHaveBeenCalledTimes(1);
});

import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { shutdown } from '../lib/http/shutdown';
import { endGracefully } from './listen';
import { createSiteServer } from './site-server';

afterEach(() => {
  shutdown.hasBegun = false;
});

async function start(delayInMilliseconds: number) {
  const server = createSiteServer({
    siteUrl: 'https://countersign.example',
    findRoute: () => undefined,
    handle: (_request, response) => response.end('answered'),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const ended = Promise.withResolvers<unknown>();
  const own = Object.assign(new EventEmitter(), { exit: ended.resolve as (code?: unknown) => never });
  const steps: string[] = [];
  const close = async () => void steps.push('closed');
  endGracefully(server, { delayInMilliseconds, close, process: own as unknown as NodeJS.Process });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, own, steps, ended: ended.promise };
}

test('after SIGTERM the process reports its shutdown and keeps answering, and exits after its delay or at a second SIGTERM', async () => {
  const { url, own, steps, ended } = await start(60 * 60 * 1000);
  const ask = async () => {
    const answer = await fetch(url);
    return [shutdown.hasBegun, await answer.text(), answer.headers.get('connection')];
  };
  expect(await ask()).toEqual([false, 'answered', 'keep-alive']);
  own.emit('SIGTERM');
  expect(await ask()).toEqual([true, 'answered', 'close']);
  expect(steps).toEqual([]);
  own.emit('SIGTERM');
  expect(await ended).toBe(143);
  expect(steps).toEqual(['closed']);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
])('without a delay %s ends the process at once', async (signal, code) => {
  const { own, ended } = await start(0);
  own.emit(signal);
  expect(await ended).toBe(code);
});

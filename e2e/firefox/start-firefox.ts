#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/**
 * Wraps the Firefox of FIREFOX_PATH for Playwright: prints the address of WebDriver BiDi, and answers
 * `emulation.setMediaFeaturesOverride`, which Playwright sends for every page and Firefox 153 doesn't know yet. Succeeds for light pages,
 * Firefox's default; other features reach Firefox, which refuses them. Remove this once Firefox knows the command.
 */
const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = /WebDriver BiDi listening on (ws:.*)$/.exec(line) ?? [];
  if (address) listenFor(address);
  else console.error(line);
});

function listenFor(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.once('listening', () => {
    const listening = server.address();
    if (typeof listening !== 'object' || !listening) throw new Error('The bridge to Firefox has no port.');
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${listening.port}`);
  });
  server.on('connection', (playwright, { url }) => {
    const connected = new WebSocket(address + url);
    const early: string[] = [];
    connected.once('open', () => {
      for (const command of early) connected.send(command);
    });
    playwright.on('message', (data) => {
      const command = String(data);
      const answer = answerForFirefox(command);
      if (answer) playwright.send(answer);
      else if (connected.readyState === WebSocket.OPEN) connected.send(command);
      else early.push(command);
    });
    connected.on('message', (data: RawData) => playwright.send(String(data)));
    connected.once('error', () => playwright.close());
    connected.once('close', () => playwright.close());
    playwright.once('close', () => connected.close());
  });
}

type MediaOverride = { id: number; method: string; params: { features?: Record<string, string | null> } };

function answerForFirefox(command: string): string | undefined {
  const { id, method, params } = JSON.parse(command) as MediaOverride;
  if (method !== 'emulation.setMediaFeaturesOverride') return undefined;
  const isLight = Object.values(params.features ?? {}).every((value) => value === null || value === 'light');
  return isLight ? JSON.stringify({ type: 'success', id, result: {} }) : undefined;
}

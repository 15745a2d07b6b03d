import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../scripts/stack/ports.ts';

/** The pointer is in the middle. Without a window manager, the window below it has the focus. */
const screen = { width: 1600, height: 1200 };

/** Lets a window be as narrow as a phone. */
const smallToolbar = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }';

export type WebKitProcesses = {
  inspectorPort: number;
  /** Sends a WebDriver command in the driver's session. */
  drive(command: string, body: object): Promise<unknown>;
  /** Resizes the page. */
  resize(width: number, height: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a display, a browser with an empty profile on it, and the driver for its input. A separate display, because the browser would
 * lose the focus to the user's windows on theirs.
 */
export async function startProcesses(driver: string): Promise<WebKitProcesses> {
  const [browser] = globSync('/usr/lib{,exec}/{,*/}webkit2gtk-*/MiniBrowser');
  if (!browser)
    throw new Error('WebKitGTK has no MiniBrowser. On Debian: apt-get install webkit2gtk-driver.');
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), smallToolbar);
  const own = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder, LC_ALL: 'en_US.UTF-8' };
  const started: ChildProcess[] = [];
  const start = (path: string, parameters: string[], variables: object, output: 'pipe' | 'ignore') => {
    const env = { ...process.env, ...own, ...variables };
    const one = spawn(path, parameters, { stdio: ['ignore', output, 'inherit'], env });
    one.once('error', (error) => console.error(error.message));
    started.push(one);
    return one;
  };
  const stop = async () => {
    for (const one of started.toReversed()) one.kill();
    await Promise.all(started.map((one) => one.exitCode ?? one.signalCode ?? once(one, 'close')));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const size = `${screen.width}x${screen.height}x24`;
    const xvfb = start('Xvfb', ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'], {}, 'pipe');
    const DISPLAY = `:${await readLine(xvfb)}`;
    const [inspectorPort, driverPort] = [await findFreePort(), await findFreePort()];
    const address = `127.0.0.1:${inspectorPort}`;
    start(
      browser,
      ['--automation'],
      { DISPLAY, GDK_BACKEND: 'x11', WEBKIT_INSPECTOR_SERVER: address },
      'ignore',
    );
    start(driver, [`--port=${driverPort}`, `--target=${address}`], {}, 'ignore');
    await Promise.all([inspectorPort, driverPort].map(waitForPort));
    const site = `http://127.0.0.1:${driverPort}/session`;
    const { sessionId } = (await post(site, { capabilities: { alwaysMatch: {} } })) as { sessionId: string };
    const drive = (command: string, body: object) => post(`${site}/${sessionId}/${command}`, body);
    return { inspectorPort, drive, resize: (width, height) => resize(drive, width, height), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readLine(process: ChildProcess): Promise<string> {
  const lines = createInterface({ input: process.stdout ?? Readable.from([]) });
  return new Promise((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('Xvfb did not start. On Debian: apt-get install xvfb.')));
  });
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (isThere) return;
    await wait(20);
  }
  throw new Error(`Nothing answers at port ${port}.`);
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}

async function resize(drive: WebKitProcesses['drive'], width: number, height: number): Promise<void> {
  const script = 'return [innerWidth, innerHeight, outerWidth - innerWidth, outerHeight - innerHeight]';
  for (let tries = 0; tries < 1000; tries++) {
    const [isWide, isHigh, besides, above] = (await drive('execute/sync', { script, args: [] })) as number[];
    if (isWide === width && isHigh === height) return;
    const outer = { width: width + (besides ?? 0), height: height + (above ?? 0) };
    const x = Math.floor((screen.width - outer.width) / 2);
    const y = Math.floor((screen.height - outer.height) / 2);
    await drive('window/rect', { ...outer, x, y });
    await wait(20);
  }
  throw new Error(`The window does not become ${width} by ${height}.`);
}

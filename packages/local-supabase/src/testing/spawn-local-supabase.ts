import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { callHost, longestAnswer, runFolder, StartRefused } from './call-host.ts';
import { copyDatabase, prepareData } from './prepare-data.ts';
import { describeRunning, type LocalSupabase, type StartOptions } from './start-local-supabase.ts';

/** A local Supabase in a separate process, for tests of whole processes. */
export interface SpawnedLocalSupabase extends LocalSupabase {
  dataFolder: string;
  process: ChildProcess;
  /** The output so far. */
  log(): string;
  /** Ends the process and returns its exit code. Deletes the data folder unless the test provided it. */
  stop(): Promise<number | null>;
  /** `kill -9`. Keeps the data folder. */
  kill(): Promise<void>;
}

/**
 * Starts a local Supabase by its command, on free ports, and resolves when it is ready. It ends with this process.
 * Rejects with StartRefused.
 */
export async function spawnLocalSupabase(options: StartOptions = {}): Promise<SpawnedLocalSupabase> {
  const { dataFolder, env, remove } = await prepareData(runFolder(), options, fillFromTemplate);
  const { child, log, ended, exited } = spawnBackend(env);
  const ready = await waitForReady(child, log, exited).catch((error) => {
    remove();
    throw error;
  });
  const endWith = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  return {
    ...describeRunning(ready),
    dataFolder,
    process: child,
    log,
    stop: async () => {
      const code = await endWith('SIGTERM');
      remove();
      return code;
    },
    kill: async () => {
      await endWith('SIGKILL');
    },
  };
}

/** For a folder that a test keeps itself: copying a database saves the seconds that creating one takes. */
export async function fillFromTemplate(dataFolder: string): Promise<void> {
  copyDatabase(await callHost<string>('template', {}), dataFolder);
}

/**
 * Starts the process without waiting, for tests of what happens before it is ready.
 * @param file run by Node: the command, or a file that runs it
 */
export function spawnBackend(env: Record<string, string>, file = join(import.meta.dirname, '../main.ts')) {
  const child = spawn(process.execPath, [file], {
    // The first process of a run caches its compiled code, which saves the others a quarter of a start.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: join(runFolder(), 'compiled'),
      ...env,
    },
    // The IPC channel makes it end with this process, even if this one is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    output += String(chunk);
  });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  // `close` comes after `exit`, once all output has arrived.
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return { child, log: () => output, ended, exited };
}

function waitForReady(child: ChildProcess, log: () => string, exited: Promise<number | null>) {
  return new Promise<{ url: string; publishableKey: string; secretKey: string; smtpPort: number }>(
    (done, refuse) => {
      const hanging = setTimeout(() => {
        refuse(new StartRefused(`It hangs: ${log()}`));
        child.kill('SIGKILL');
      }, longestAnswer);
      void exited.then((code) => {
        clearTimeout(hanging);
        refuse(new StartRefused(`It ended with code ${code}: ${log()}`));
      });
      const look = () => {
        const url = /^Local Supabase ready on (\S+)$/m.exec(log())?.[1];
        if (url === undefined) return;
        child.stdout?.off('data', look);
        clearTimeout(hanging);
        done({
          url,
          publishableKey: /^SUPABASE_PUBLISHABLE_KEY=(\S+)$/m.exec(log())?.[1] ?? '',
          secretKey: /^SUPABASE_SECRET_KEY=(\S+)$/m.exec(log())?.[1] ?? '',
          smtpPort: Number(/sent to 127\.0\.0\.1:(\d+)/.exec(log())?.[1]),
        });
      };
      child.stdout?.on('data', look);
    },
  );
}

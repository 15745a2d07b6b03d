import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { askHost, longestAnswer, runFolder, StartRefused } from './ask-host.ts';
import { copyDatabase, prepareData } from './prepare-data.ts';
import { describeRunning, type LocalSupabase, type StartOptions } from './start-local-supabase.ts';

/** One in a process of its own, for what only whole processes can show. */
export interface SpawnedLocalSupabase extends LocalSupabase {
  dataFolder: string;
  process: ChildProcess;
  /** Everything it printed so far. */
  log(): string;
  /** Asks it to end and gives its exit code. Removes the data folder if the fixture made it. */
  stop(): Promise<number | null>;
  /** `kill -9`. Leaves the data folder as it is. */
  kill(): Promise<void>;
}

/**
 * Starts a local Supabase by the command, on free ports, and resolves when it is ready. It ends with the calling
 * process. Rejects with StartRefused.
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

/** Saves the seconds that making a database takes, for a folder that a test keeps for itself. */
export async function fillFromTemplate(dataFolder: string): Promise<void> {
  copyDatabase(await askHost<string>('template', {}), dataFolder);
}

/**
 * Starts the process and nothing more, for what happens before it is ready.
 * @param file what Node runs: the command, or another that runs it
 */
export function spawnBackend(env: Record<string, string>, file = join(import.meta.dirname, '../main.ts')) {
  const child = spawn(process.execPath, [file], {
    // Node keeps what it compiled for the first process of a run, which is a quarter of the work of a start.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: join(runFolder(), 'compiled'),
      ...env,
    },
    // With the channel it ends when this process ends, however that happens.
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
  // Later than the end: everything it printed has arrived.
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

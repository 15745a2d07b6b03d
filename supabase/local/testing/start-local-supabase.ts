import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyTemplate } from './copy-template.ts';

/** A mail of the mailbox, as `/mailbox.json` shows it. */
export interface CapturedMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  sentAt: string;
  code: string | null;
  link: string | null;
}

export interface LocalSupabase {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Where mails can be sent that shall end in its mailbox. */
  smtpUrl: string;
  /** The newest mail to this address. It is there as soon as the request that sent it was answered. */
  newestMailTo(address: string): Promise<CapturedMail>;
  /** For when the tests of a file have ended. */
  stop(): Promise<unknown>;
}

/** One that nobody else uses. */
export interface OwnLocalSupabase extends LocalSupabase {
  smtpPort: number;
  dataFolder: string;
  process: ChildProcess;
  /** Everything it printed so far. */
  log(): string;
  /** Asks it to end and gives its exit code. Removes the data folder if the fixture made it. */
  stop(): Promise<number | null>;
  /** `kill -9`. Leaves the data folder as it is. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** Kept after `stop` when given; otherwise a temporary folder. */
  dataFolder?: string;
  env?: Record<string, string>;
  /** SQL by file name, run after the migrations of the project. */
  extraMigrations?: Record<string, string>;
}

/** The start was refused: `code` is the exit code and `output` what it printed. */
export class StartRefused extends Error {
  readonly code: number | null;
  readonly output: string;

  constructor(code: number | null, output: string) {
    super(`The local Supabase ended with code ${code}: ${output}`);
    this.code = code;
    this.output = output;
  }
}

/**
 * Starts a local Supabase of its own on free ports and resolves when it is ready. Run it from the project root.
 * It ends by itself when the calling process does. Rejects with StartRefused when it does not start.
 */
export async function startLocalSupabase(options: StartOptions = {}): Promise<OwnLocalSupabase> {
  const temporary = mkdtempSync(join(tmpdir(), 'local-supabase-'));
  const dataFolder = options.dataFolder ?? join(temporary, 'data');
  if (!options.dataFolder) await fillFromTemplate(dataFolder);
  const { child, log, ended, exited } = spawnBackend({
    LOCAL_SUPABASE_PORT: '0',
    LOCAL_SMTP_PORT: '0',
    LOCAL_SUPABASE_BCRYPT_COST: '4',
    LOCAL_SUPABASE_DATA: dataFolder,
    LOCAL_SUPABASE_MIGRATIONS: collectMigrations(temporary, options.extraMigrations ?? {}),
    ...options.env,
  });
  const ready = await waitForReady(child, log, exited).catch((error) => {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  });
  const endWith = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  return {
    ...ready,
    smtpUrl: `smtp://127.0.0.1:${ready.smtpPort}`,
    dataFolder,
    process: child,
    log,
    newestMailTo: (address) => readNewestMail(ready.url, address),
    stop: async () => {
      const code = await endWith('SIGTERM');
      rmSync(temporary, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      await endWith('SIGKILL');
    },
  };
}

export async function readNewestMail(url: string, address: string): Promise<CapturedMail> {
  const mails = (await (await fetch(`${url}/mailbox.json`)).json()) as CapturedMail[];
  const mail = mails.findLast((candidate) => candidate.to === address);
  if (!mail) throw new Error(`No mail to ${address}.`);
  return mail;
}

/** Saves the seconds that making a database takes, for a folder that a test keeps for itself. */
export function fillFromTemplate(dataFolder: string): Promise<void> {
  return copyTemplate(dataFolder, makeDatabase);
}

async function makeDatabase(dataFolder: string): Promise<void> {
  const backend = await startLocalSupabase({ dataFolder });
  await backend.stop();
}

/** Node keeps what it compiled for the first process of a run, which is a quarter of the work of a start. */
function shareCompiledCode(): { NODE_COMPILE_CACHE?: string } {
  const place = process.env.LOCAL_SUPABASE_TEMPLATE;
  return place ? { NODE_COMPILE_CACHE: join(place, 'compiled') } : {};
}

/** Starts the process and nothing more, for what happens before it is ready. */
export function spawnBackend(env: Record<string, string>) {
  const child = spawn(process.execPath, ['supabase/local/main.ts'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...shareCompiledCode(), ...env },
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
      void exited.then((code) => refuse(new StartRefused(code, log())));
      const look = () => {
        const url = /^Local Supabase ready on (\S+)$/m.exec(log())?.[1];
        if (url === undefined) return;
        child.stdout?.off('data', look);
        done({
          url,
          publishableKey: /^SUPABASE_PUBLISHABLE_KEY=(\S+)$/m.exec(log())?.[1] ?? '',
          secretKey: /^SUPABASE_SECRET_KEY=(\S+)$/m.exec(log())?.[1] ?? '',
          smtpPort: Number(/mail to 127\.0\.0\.1:(\d+)/.exec(log())?.[1]),
        });
      };
      child.stdout?.on('data', look);
    },
  );
}

function collectMigrations(temporary: string, extra: Record<string, string>): string {
  const own = resolve('supabase/migrations');
  if (Object.keys(extra).length === 0) return own;
  const folder = join(temporary, 'migrations');
  mkdirSync(folder);
  cpSync(own, folder, { recursive: true });
  for (const [file, sql] of Object.entries(extra)) writeFileSync(join(folder, file), sql);
  return folder;
}

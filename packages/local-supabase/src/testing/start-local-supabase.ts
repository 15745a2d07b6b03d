import { callHost } from './call-host.ts';
import type { Running } from './host.ts';
import type { StartOptions } from './prepare-data.ts';
import { type CapturedMail, readLocalMailbox } from './read-local-mailbox.ts';

export type { StartOptions } from './prepare-data.ts';

export interface LocalSupabase {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Emails sent here arrive in its mailbox. */
  smtpUrl: string;
  /** The newest email to this address, available once the request that sent it has returned. */
  newestMailTo(address: string): Promise<CapturedMail>;
  stop(): Promise<unknown>;
}

/**
 * Starts a local Supabase for one test file, on free ports, and resolves when it is ready. It ends with the Jest run at
 * the latest. Rejects with StartRefused.
 */
export async function startLocalSupabase(options: StartOptions = {}): Promise<LocalSupabase> {
  const running = await callHost<Running>('start', options);
  return { ...describeRunning(running), stop: () => callHost('stop', { url: running.url }) };
}

/** A backend for a whole test file, available in its tests and in hooks registered after this call. */
export function holdBackend(start: () => Promise<LocalSupabase>): LocalSupabase {
  const backend = {} as LocalSupabase;
  beforeAll(async () => {
    Object.assign(backend, await start());
  });
  afterAll(() => backend.stop());
  return backend;
}

export function describeRunning(running: Running): Omit<LocalSupabase, 'stop'> {
  return {
    ...running,
    smtpUrl: `smtp://127.0.0.1:${running.smtpPort}`,
    newestMailTo: (address) => readNewestMail(running.url, address),
  };
}

async function readNewestMail(url: string, address: string): Promise<CapturedMail> {
  const mail = (await readLocalMailbox(`${url}/mailbox`, address)).at(-1);
  if (!mail) throw new Error(`No mail to ${address}.`);
  return mail;
}

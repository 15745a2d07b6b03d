import { askHost } from './ask-host.ts';
import type { Running } from './host.ts';
import type { StartOptions } from './prepare-data.ts';

export type { StartOptions } from './prepare-data.ts';

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
  smtpPort: number;
  /** The newest mail to this address. It is there as soon as the request that sent it was answered. */
  newestMailTo(address: string): Promise<CapturedMail>;
  /** For when the tests of a file have ended. */
  stop(): Promise<unknown>;
}

/**
 * Starts a local Supabase that nobody else uses, on free ports, and resolves when it is ready. It ends with the run of Jest
 * at the latest. Rejects with StartRefused when it does not start.
 */
export async function startLocalSupabase(options: StartOptions = {}): Promise<LocalSupabase> {
  const running = await askHost<Running>('start', options);
  return { ...describeRunning(running), stop: () => askHost('stop', { url: running.url }) };
}

export function describeRunning(running: Running): Omit<LocalSupabase, 'stop'> {
  return { ...running, newestMailTo: (address) => readNewestMail(running.url, address) };
}

async function readNewestMail(url: string, address: string): Promise<CapturedMail> {
  const answer = await fetch(`${url}/mailbox.json?${new URLSearchParams({ to: address })}`);
  const mail = ((await answer.json()) as CapturedMail[]).at(-1);
  if (!mail) throw new Error(`No mail to ${address}.`);
  return mail;
}

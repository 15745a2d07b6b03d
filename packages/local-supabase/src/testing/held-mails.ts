import { setTimeout } from 'node:timers/promises';
import { type CapturedMail, readLocalMailbox } from './read-local-mailbox.ts';

type MailReader = Pick<Backend, 'url'>;
type Backend = { url: string; secretKey: string };

/** Waits until the backend's mail server holds this many emails, and returns their recipients. */
export async function waitForHeldMails(backend: Backend, count: number): Promise<string[]> {
  for (;;) {
    const { held } = await ask(backend, 'GET');
    if (held.length >= count) return held;
    await setTimeout(20);
  }
}

/** Releases all held emails. @param when `late` releases them after Auth has given up on the requests that sent them */
export async function releaseMails(backend: Backend, when: 'in time' | 'late' = 'in time'): Promise<void> {
  await ask(backend, 'POST', when === 'late' ? '?late=1' : '');
}

/** Waits for an email to this address that arrives after its request has ended. */
export async function waitForMail(backend: MailReader, address: string): Promise<CapturedMail> {
  for (;;) {
    const mail = (await readLocalMailbox(`${backend.url}/mailbox`, address)).at(-1);
    if (mail) return mail;
    await setTimeout(20);
  }
}

async function ask({ url, secretKey }: Backend, method: string, query = ''): Promise<{ held: string[] }> {
  const answer = await fetch(`${url}/local/held-mails${query}`, {
    method,
    headers: { apikey: secretKey },
  });
  if (!answer.ok) throw new Error(`The held mails answered ${answer.status}.`);
  return (await answer.json()) as { held: string[] };
}

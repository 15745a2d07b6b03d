import type { MailServerSettings } from '../core/settings.ts';

/** Between Auth and a mailbox: it may take its time, and Auth waits for it. */
export interface MailServer {
  /** Whether it takes every mail at once. */
  isInstant: boolean;
  /** Resolves when it has taken the mail; never, once it is closed. `outlast` is called when it is slower than Auth waits. */
  take(mail: { to: string; outlast: () => void }): Promise<void>;
  /** Recipients of emails that it hasn't taken yet, the oldest first. */
  listHeld(): string[];
  /** Takes all of them now, and where `isLate` only after Auth has given up on each. */
  release(options: { isLate: boolean }): void;
  close(): void;
}

interface HeldMail {
  to: string;
  outlast: () => void;
  taken: () => void;
}

/** Holds each mail for as long as the settings say, or until it is told to release it. Auth waits no longer than it ever does. */
export function createMailServer({ seconds, isHeld, patienceSeconds }: MailServerSettings): MailServer {
  const held = new Set<HeldMail>();
  const timers = new Set<NodeJS.Timeout>();
  const later = (afterSeconds: number, then: () => void) => {
    timers.add(setTimeout(then, afterSeconds * 1000));
  };
  const release = (mail: HeldMail) => {
    if (held.delete(mail)) mail.taken();
  };
  return {
    isInstant: seconds === 0 && !isHeld,
    take: ({ to, outlast }) =>
      new Promise((taken) => {
        const mail = { to, outlast, taken };
        held.add(mail);
        later(patienceSeconds, outlast);
        if (!isHeld) later(seconds, () => release(mail));
      }),
    listHeld: () => [...held].map(({ to }) => to),
    release: ({ isLate }) => {
      for (const mail of [...held]) {
        if (isLate) mail.outlast();
        release(mail);
      }
    },
    close: () => {
      held.clear();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/**
 * `/local/held-mails`, for tests that want an order and not a time: GET lists who the held mails are to, POST lets all of
 * them go, with `?late=1` only after Auth has given up on the requests that sent them.
 */
export function answerHeldMails(mailServer: MailServer, request: Request): Response {
  if (request.method === 'POST') {
    mailServer.release({ isLate: new URL(request.url).searchParams.get('late') === '1' });
  } else if (request.method !== 'GET') {
    return Response.json({ message: 'Send a GET or POST request.' }, { status: 405 });
  }
  return Response.json({ held: mailServer.listHeld() });
}

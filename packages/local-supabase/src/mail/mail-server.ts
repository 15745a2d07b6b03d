import type { MailServerSettings } from '../core/settings.ts';

/** Simulates the mail server that Auth sends to. */
export interface MailServer {
  isInstant: boolean;
  /** Resolves when it has accepted the email; never once closed. Calls `onTimeout` when Auth's timeout passes first. */
  take(mail: { to: string; onTimeout: () => void }): Promise<void>;
  /** Recipients of held emails, oldest first. */
  listHeld(): string[];
  /** Accepts all held emails; with `isLate`, only after Auth's timeout. */
  release(options: { isLate: boolean }): void;
  close(): void;
}

interface HeldMail {
  to: string;
  onTimeout: () => void;
  taken: () => void;
}

/** Holds each email until a release if `isHeld`. Auth waits at most `timeoutSeconds`. */
export function createMailServer({ isHeld, timeoutSeconds }: MailServerSettings): MailServer {
  const held = new Set<HeldMail>();
  const timers = new Set<NodeJS.Timeout>();
  const release = (mail: HeldMail) => {
    if (held.delete(mail)) mail.taken();
  };
  return {
    isInstant: !isHeld,
    take: ({ to, onTimeout }) =>
      new Promise((taken) => {
        const mail = { to, onTimeout, taken };
        held.add(mail);
        timers.add(setTimeout(onTimeout, timeoutSeconds * 1000));
      }),
    listHeld: () => [...held].map(({ to }) => to),
    release: ({ isLate }) => {
      for (const mail of [...held]) {
        if (isLate) mail.onTimeout();
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
 * `/local/held-mails`, for tests that need an order and not a delay: GET lists the recipients of held emails, POST
 * releases all of them, with `?late=1` only after Auth has given up on the requests that sent them.
 */
export function answerHeldMails(mailServer: MailServer, request: Request): Response {
  if (request.method === 'POST') {
    mailServer.release({ isLate: new URL(request.url).searchParams.get('late') === '1' });
  } else if (request.method !== 'GET') {
    return Response.json({ message: 'Send a GET or POST request.' }, { status: 405 });
  }
  return Response.json({ held: mailServer.listHeld() });
}

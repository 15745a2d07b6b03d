import type { Query } from '../core/database.ts';
import { type IncomingMail, storeMail } from '../mail/mail-store.ts';
import { keepMail } from '../mail/mailbox.ts';
import { type AuthContext, transactAsAuth } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import type { AuthRequest } from './caller.ts';
import { type AuthMail, composeAuthMail } from './compose-auth-mail.ts';
import { checkMailFrequency, makeCode } from './one-time-tokens.ts';
import type { TokenKind } from './token-kinds.ts';
import type { User } from './users.ts';

export interface MailOutbox {
  /** Throws AuthError 429 if the last email of this kind was sent too recently. */
  checkFrequency(user: User, kind: TokenKind): void;
  makeCode(): string;
  /** Throws AuthError 500 if the settings make emails fail. The transaction then rolls back. */
  send(query: Query, mail: AuthMail): Promise<void>;
}

type WorkWithMail<Result> = (query: Query, outbox: MailOutbox) => Promise<Result>;

/**
 * Runs a transaction that sends emails, like Supabase Auth: it waits for the mail server, and rolls back if the client
 * disconnects or Auth times out. The email still arrives, but its code never works. Since there is one Postgres session
 * here, a slow mail server takes two transactions: one collects the emails and rolls back, the next repeats the work
 * after delivery.
 */
export function transactWithMail<Result>(
  request: AuthRequest,
  auth: AuthContext,
  work: WorkWithMail<Result>,
): Promise<Result> {
  return auth.mailServer.isInstant
    ? transactAsAuth(auth, (query) => work(query, createInstantOutbox(auth)))
    : transactSlowly(request, auth, work);
}

async function transactSlowly<Result>(
  request: AuthRequest,
  auth: AuthContext,
  work: WorkWithMail<Result>,
): Promise<Result> {
  const draft = createDraft(auth);
  const drafted = await transactAsAuth(auth, async (query) => {
    const result = await work(query, draft.outbox);
    if (draft.mails.length > 0) throw new RolledBack();
    return { result };
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
    return undefined;
  });
  if (drafted) return drafted.result;
  await deliver(request, auth, draft.mails);
  return transactAsAuth(auth, (query) => work(query, createReplay(draft.codes)));
}

class RolledBack extends Error {}

/** Throws AuthError 504 if the client disconnects or Auth's timeout passes. */
async function deliver(request: AuthRequest, auth: AuthContext, mails: IncomingMail[]): Promise<void> {
  const { mailServer, database } = auth;
  const outcome = await new Promise<'delivered' | 'given up'>((end, fail) => {
    const onTimeout = () => end('given up');
    request.req.raw.signal.addEventListener('abort', onTimeout);
    const deliverOne = async (mail: IncomingMail) => {
      await mailServer.take({ to: mail.to, onTimeout });
      // Even if the client has disconnected, because an email can't be recalled.
      await keepMail(database, mail);
    };
    Promise.all(mails.map(deliverOne)).then(() => end('delivered'), fail);
  });
  if (outcome === 'delivered') return;
  const message = 'Processing this request timed out, please retry after a moment.';
  throw new AuthError(504, 'request_timeout', message);
}

/** For a mail server without delay: stores the email in the same transaction as its change. */
function createInstantOutbox(auth: AuthContext): MailOutbox {
  return {
    checkFrequency: (user, kind) => checkMailFrequency(auth, user, kind),
    makeCode: () => makeCode(auth),
    send: (query, mail) => storeMail(query, composeAuthMail(auth, mail)),
  };
}

/** Collects the emails. */
function createDraft(auth: AuthContext): { outbox: MailOutbox; mails: IncomingMail[]; codes: string[] } {
  const mails: IncomingMail[] = [];
  const codes: string[] = [];
  const outbox: MailOutbox = {
    checkFrequency: (user, kind) => checkMailFrequency(auth, user, kind),
    makeCode: () => {
      const code = makeCode(auth);
      codes.push(code);
      return code;
    },
    send: async (_query, mail) => void mails.push(composeAuthMail(auth, mail)),
  };
  return { outbox, mails, codes };
}

/** Repeats the work with the mailed codes, unaware of concurrent requests: the later code replaces the earlier one. */
function createReplay(codes: readonly string[]): MailOutbox {
  const left = [...codes];
  return {
    checkFrequency: () => undefined,
    makeCode: () => {
      const code = left.shift();
      if (code === undefined)
        throw new Error('createReplay: the second run asked for more codes than the first');
      return code;
    },
    send: async () => undefined,
  };
}

type Failure = { code?: unknown; message?: unknown };

/** What Postgres or the network says by its code, in words for whoever runs the command. */
const sentences: Record<string, string> = {
  '53100':
    'The disk of the database is full. Make room for it, or give it a bigger disk, and run this again: it goes on where it stopped.',
  '25006':
    'The database takes no writes now: it is a replica, in recovery, or read-only (Supabase makes a project so when its disk is nearly full). Name the primary, or make room, and run this again.',
  '57P03':
    'The database is starting up, shutting down or in recovery. Wait until it takes connections, and run this again.',
  '57P01':
    'The database was stopped, or ended this connection. Run this again once it is there: it goes on where it stopped.',
  '55P03':
    'Somebody holds a lock on what has to change. Try again when less is going on, end that transaction, or wait longer with --lock-timeout.',
  '40P01': 'It met another transaction that waited for it (a deadlock). Run this again.',
  '57014': 'The database ended it because it took too long (statement_timeout), or somebody cancelled it.',
  '42501':
    'The role of the connection string may not do that. Use the role postgres of the project; it needs the right to create in the database (grant create on database … to postgres).',
  '28P01': 'The password of the connection string is wrong.',
  '28000':
    'The database lets nobody in as the role of the connection string, from here or without encryption.',
  '3D000': 'There is no database of that name.',
  '53300': 'The database has no free connection. Try again, or name the pooler of the project.',
  ECONNREFUSED: 'Nobody answers at the host and port of the connection string.',
  ENOTFOUND: 'The host of the connection string is not known.',
  EAI_AGAIN: 'The name of the host could not be looked up. Is this machine online?',
  ENETUNREACH:
    'The host of the connection string can’t be reached from this network. The direct address of a Supabase project has IPv6 only: use the one of its session pooler.',
  EHOSTUNREACH: 'The host of the connection string can’t be reached from this network.',
  ETIMEDOUT: 'The host of the connection string does not answer.',
  ECONNRESET: 'The connection to the database broke. Run this again: it goes on where it stopped.',
};

/** @returns a sentence. It never holds the connection string, nor what a row held. */
export function explainFailure(error: unknown): string {
  const { code, message } = (error ?? {}) as Failure;
  const said = typeof message === 'string' ? message : '';
  if (typeof code === 'string' && Object.hasOwn(sentences, code)) return sentences[code] ?? '';
  // Raised by a migration itself, in a sentence of its own.
  if (code === 'P0001') return said;
  if (/timeout expired/.test(said)) return sentences.ETIMEDOUT ?? '';
  if (/does not support SSL/.test(said))
    return 'The server offers no encryption. If that is meant, add ?sslmode=disable to the connection string.';
  if (/[Cc]onnection (terminated|ended)/.test(said)) return sentences.ECONNRESET ?? '';
  if (/certificate|self.signed/i.test(said))
    return 'The certificate of the database is not one that this machine trusts: name its authority with sslrootcert=<file>.';
  return `The database answered: ${said}${typeof code === 'string' ? ` (${code})` : ''}.`;
}

/** Whether it is about a lock that somebody else held for too long. */
export function isAboutALock(error: unknown): boolean {
  return (error as Failure | null)?.code === '55P03';
}

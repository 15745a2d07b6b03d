type Failure = { code?: unknown; message?: unknown };

const sentences: Record<string, string> = {
  '53100':
    'The disk of the database is full. Free space or enlarge the disk, then run this again: it continues where it stopped.',
  '25006':
    'The database is read-only: a replica, in recovery, or on a nearly full Supabase disk. Use the primary or free space, then run this again.',
  '57P03':
    'The database is starting, stopping or in recovery. Wait until it accepts connections, then run this again.',
  '57P01':
    'The database was stopped or closed this connection. Run this again once it is up: it continues where it stopped.',
  '55P03':
    'Another transaction holds a lock. Try again later, end that transaction, or wait longer with --lock-timeout.',
  '40P01': 'Deadlock with another transaction. Run this again.',
  '57014': 'The statement was canceled, or took longer than statement_timeout.',
  '42501':
    "The connection string's role lacks privileges. Use the project's postgres role, which needs create on the database (grant create on database … to postgres).",
  '28P01': 'The password in the connection string is wrong.',
  '28000': "The database refuses the connection string's role, from this machine or without TLS.",
  '3D000': 'There is no database of that name.',
  '53300': "The database has no free connections. Try again, or use the project's pooler.",
  ECONNREFUSED: 'Nothing listens at the host and port of the connection string.',
  ENOTFOUND: 'The host of the connection string could not be resolved.',
  EAI_AGAIN: 'The host of the connection string could not be resolved. Is this machine online?',
  ENETUNREACH:
    'The host of the connection string can’t be reached from this network. A Supabase project’s direct address is IPv6 only: use its session pooler.',
  EHOSTUNREACH: 'The host of the connection string can’t be reached from this network.',
  ETIMEDOUT: 'The host of the connection string does not answer.',
  ECONNRESET: 'The connection to the database was lost. Run this again: it continues where it stopped.',
};

/** @returns a sentence, which never contains the connection string or row data */
export function explainFailure(error: unknown): string {
  const { code, message } = (error ?? {}) as Failure;
  const said = typeof message === 'string' ? message : '';
  if (typeof code === 'string' && Object.hasOwn(sentences, code)) return sentences[code] ?? '';
  // A migration raises its own sentence.
  if (code === 'P0001') return said;
  if (/timeout expired/.test(said)) return sentences.ETIMEDOUT ?? '';
  if (/does not support SSL/.test(said))
    return 'The server does not support TLS. If that is intended, add ?sslmode=disable to the connection string.';
  if (/[Cc]onnection (terminated|ended)/.test(said)) return sentences.ECONNRESET ?? '';
  if (/certificate|self.signed/i.test(said))
    return 'This machine does not trust the certificate of the database: set its authority with sslrootcert=<file>.';
  return `The database answered: ${said}${typeof code === 'string' ? ` (${code})` : ''}.`;
}

export function isAboutALock(error: unknown): boolean {
  return (error as Failure | null)?.code === '55P03';
}

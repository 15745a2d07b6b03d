import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { PlainFailure } from '../plain-failure.ts';
import { explainFailure } from './explain-failure.ts';

const timeoutInMilliseconds = 15_000;

/**
 * Connects like psql: with the `sslmode` of the connection string, or with TLS if the server supports it.
 * @throws PlainFailure with the reason, which never contains the connection string: it may hold a password
 */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const address = readAddress(databaseUrl);
  const mode = address.searchParams.get('sslmode') ?? 'prefer';
  const authority = address.searchParams.get('sslrootcert');
  for (const name of ['sslmode', 'sslrootcert']) address.searchParams.delete(name);
  const ways = { disable: [false], allow: [false, true], prefer: [true, false] }[mode] ?? [true];
  for (const [index, isEncrypted] of ways.entries()) {
    const client = new pg.Client({
      connectionString: address.href,
      ssl: isEncrypted && describeTls(mode, authority),
      connectionTimeoutMillis: timeoutInMilliseconds,
      application_name: 'countersign schema',
    });
    // If the connection is lost later, the running query reports it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const isLast = index === ways.length - 1;
      if (isLast || !/does not support SSL|no pg_hba.conf entry/.test((error as Error).message))
        throw new PlainFailure(explainFailure(error));
    }
  }
  throw new PlainFailure('The database could not be reached.');
}

function readAddress(databaseUrl: string): URL {
  const address = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  if (address && ['postgres:', 'postgresql:'].includes(address.protocol)) return address;
  throw new PlainFailure(
    'The connection string is malformed. It looks like postgresql://postgres:<password>@<host>:5432/postgres. ' +
      'Percent-encode special characters in the password.',
  );
}

/** As in libpq: only the verify modes check the certificate. */
function describeTls(mode: string, authority: string | null): ConnectionOptions {
  const ca = authority && authority !== 'system' ? readFileSync(authority, 'utf8') : undefined;
  if (mode === 'verify-full') return { ca };
  if (mode === 'verify-ca') return { ca, checkServerIdentity: () => undefined };
  return { rejectUnauthorized: false };
}

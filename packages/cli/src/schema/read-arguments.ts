import { PlainFailure } from '../plain-failure.ts';
import { parseOptions } from '../project/parse-options.ts';
import { sayCommand } from '../project/say-command.ts';

export const usage = `Usage: ${sayCommand('schema', '<what> [options]')}
  apply                      brings the database to this version, one migration a transaction
    --lock-timeout <seconds> how long it waits for a lock that somebody holds: 5 if not said, at most 600
  print                      the same as one SQL file, for whoever keeps migrations of their own
    --from <version>         only what comes after this migration
  check                      what is missing, changed or extra; exit code 1 where something is
    --json                   one line of JSON
  --db-url <address>         with apply and check: a connection string, instead of SUPABASE_DB_URL. It may be seen in
                             the list of processes: a password belongs into the variable or into PGPASSWORD
Without a connection string check asks the project's REST API, by SUPABASE_SECRET_KEY.`;

export type Command =
  | { what: 'apply'; databaseUrl: string | null; lockTimeoutSeconds: number }
  | { what: 'print'; from: string | null }
  | { what: 'check'; databaseUrl: string | null; asJson: boolean };

const options = {
  'lock-timeout': { type: 'string' },
  from: { type: 'string' },
  json: { type: 'boolean' },
  'db-url': { type: 'string' },
} as const;

type Option = keyof typeof options;

const taken: Record<Command['what'], Option[]> = {
  apply: ['lock-timeout', 'db-url'],
  print: ['from'],
  check: ['json', 'db-url'],
};

/** @throws PlainFailure that says what is wrong with what was typed */
export function readArguments(args: string[]): Command {
  const { values, positionals } = parse(args);
  const [what = '', ...more] = positionals;
  if (!isKnown(what) || more.length > 0) throw new PlainFailure(usage);
  const stray = Object.keys(values).find((name) => !taken[what].includes(name as Option));
  if (stray) throw new PlainFailure(`${what} takes no --${stray}.\n${usage}`);
  if (what === 'print') return { what, from: readVersion('--from', values.from) };
  const databaseUrl = values['db-url']?.trim() || null;
  if (what === 'check') return { what, databaseUrl, asJson: values.json === true };
  return {
    what,
    databaseUrl,
    lockTimeoutSeconds: readSeconds(values['lock-timeout'] ?? '5'),
  };
}

const parse = (args: string[]) => parseOptions({ args, options, allowPositionals: true }, usage);

function isKnown(what: string): what is Command['what'] {
  return Object.hasOwn(taken, what);
}

function readVersion(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^\d{14}$/.test(text)) return text;
  throw new PlainFailure(`${option} needs the number of a migration, like 20261126000000.`);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= 600) return seconds;
  throw new PlainFailure('--lock-timeout must be a whole number of seconds from 1 to 600.');
}

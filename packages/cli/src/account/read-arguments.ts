import { PlainFailure } from '../plain-failure.ts';
import { parseOptions } from '../project/parse-options.ts';
import { sayCommand } from '../project/say-command.ts';

export const usage = `Usage: ${sayCommand('account', '<what> <email, wallet address, account code or id> [options]')}
  find <account>                         what support needs to know of it
    --show-email                         the whole address, which is shortened otherwise
  end-sessions <account>                 signs it out everywhere
  remove-second-factor <account>         takes its authenticators and recovery codes away, and signs it out everywhere
  close <account>                        deletes it for good, as its owner can
    --reason "<why>"                     needed by all but find: 1 to 200 characters. The person reads it, in a mail and on /activity
    --yes                                doesn't ask
  --json                                 with any of them: one line of JSON`;

export const changes = ['end-sessions', 'remove-second-factor', 'close'] as const;
export type Change = (typeof changes)[number];

export type Command = { asJson: boolean; query: string } & (
  | { what: 'find'; showsEmail: boolean }
  | { what: Change; reason: string; isAgreed: boolean }
);

const options = {
  json: { type: 'boolean' },
  'show-email': { type: 'boolean' },
  reason: { type: 'string', multiple: true },
  yes: { type: 'boolean' },
} as const;

const takenByFind = new Set(['json', 'show-email']);
const takenByChanges = new Set(['json', 'reason', 'yes']);

/**
 * @returns null for `--help`
 * @throws PlainFailure that says what is wrong with what was typed
 */
export function readArguments(args: string[]): Command | null {
  if (args.includes('--help')) return null;
  const { values, positionals } = parse(args);
  const [what = '', query = '', ...more] = positionals;
  const change = changes.find((one) => one === what);
  if (what !== 'find' && !change) throw new PlainFailure(usage);
  if (query.trim() === '' || more.length > 0)
    throw new PlainFailure(
      `${what} is about one account: name it by its email, a wallet, its code or its id. A reason of several words needs quotes.`,
    );
  const taken = change ? takenByChanges : takenByFind;
  const stray = Object.keys(values).find((name) => !taken.has(name));
  if (stray) throw new PlainFailure(`${what} takes no --${stray}.\n${usage}`);
  const common = { asJson: values.json === true, query: query.trim() };
  if (!change) return { ...common, what: 'find', showsEmail: values['show-email'] === true };
  return { ...common, what: change, reason: readReason(values.reason), isAgreed: values.yes === true };
}

const parse = (args: string[]) => parseOptions({ args, options, allowPositionals: true }, usage);

/** What turns letters around or can't be seen would let a mail say something else than was typed. */
const unseen = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

function readReason(given: string[] = []): string {
  const [reason = '', ...more] = given.map((one) => one.trim());
  if (reason !== '' && [...reason].length <= 200 && !unseen.test(reason) && more.length === 0) return reason;
  throw new PlainFailure(
    'Say why with one --reason "…" of 1 to 200 characters on one line. The person reads it, in a mail and in the activity of the account.',
  );
}

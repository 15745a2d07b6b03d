import type { IdTokenAlgorithm } from '../../../../lib/apps/check-registration.ts';
import { isWhenMade } from '../../../../lib/apps/client-secret.ts';
import { PlainFailure } from '../plain-failure.ts';
import { parseOptions } from '../project/parse-options.ts';
import { sayCommand } from '../project/say-command.ts';

export const usage = `Usage: ${sayCommand('app', '<what> [options]')}
  add <name> <redirect address> [more]   registers an app
    --sign-out <address>                 where people may be sent after they signed out; may be said again
    --public                             it keeps no secret: an app on a phone, a desktop or in a page
    --first-party                        yours: people are asked for wallets alone, and see it in their list
    --logo <file>                        a square PNG of 64 to 256 pixels and at most 16 kB
    --sector <host>                      needed for redirect addresses of several hosts
    --es256                              its ID tokens are signed by ES256, not by RS256 as OpenID Connect has it
  list                                   every app, also those that people registered
  rotate-secret <client id>              a new secret
    --keep <hours>                       how long the old one still works: 24 if not said, at most 720
    --replace <when it was made>         nobody kept the newest, made when list says: it ends, and the one before works on
  disable <client id>                    nobody gets in to it, until it is enabled
  enable <client id>
  exempt-from-pkce <client id>           for a library that lacks PKCE: docs/apps.md says what is lost
  require-pkce <client id>               ends that
  remove <client id> --yes               for good: what people agreed to ends
  --json                                 with any of them: one line of JSON`;

export type Command =
  | {
      what: 'add';
      name: string;
      redirectUris: string[];
      signOutUris: string[];
      isConfidential: boolean;
      isFirstParty: boolean;
      logoFile: string | null;
      sector: string | null;
      algorithm: IdTokenAlgorithm;
    }
  | { what: 'list' }
  | { what: 'rotate-secret'; clientId: string; keepHours: number }
  | { what: 'rotate-secret'; clientId: string; replacedMadeAt: string }
  | { what: 'disable' | 'enable' | 'exempt-from-pkce' | 'require-pkce' | 'remove'; clientId: string };

const options = {
  json: { type: 'boolean' },
  public: { type: 'boolean' },
  'first-party': { type: 'boolean' },
  es256: { type: 'boolean' },
  rs256: { type: 'boolean' },
  yes: { type: 'boolean' },
  'sign-out': { type: 'string', multiple: true },
  logo: { type: 'string' },
  sector: { type: 'string' },
  keep: { type: 'string' },
  replace: { type: 'string' },
} as const;

type Option = keyof typeof options;

/** What each takes, besides `--json`. */
const taken: Record<Command['what'], Option[]> = {
  // --rs256 says what is so anyway, for scripts of before that was.
  add: ['public', 'first-party', 'es256', 'rs256', 'sign-out', 'logo', 'sector'],
  list: [],
  'rotate-secret': ['keep', 'replace'],
  disable: [],
  enable: [],
  'exempt-from-pkce': [],
  'require-pkce': [],
  remove: ['yes'],
};

/** Also what the id of an app looks like in the database. */
const clientId = /^app_[a-z0-9]{24}$/;

/** @throws PlainFailure that says what is wrong with what was typed */
export function readArguments(args: string[]): { command: Command; asJson: boolean } {
  const { values, positionals } = parse(args);
  const [what = '', ...given] = positionals;
  if (!isKnown(what)) throw new PlainFailure(usage);
  const stray = Object.keys(values).find((name) => name !== 'json' && !taken[what].includes(name as Option));
  if (stray) throw new PlainFailure(`${what} takes no --${stray}.\n${usage}`);
  return { command: readCommand(what, given, values), asJson: values.json === true };
}

const parse = (args: string[]) => parseOptions({ args, options, allowPositionals: true }, usage);

function isKnown(what: string): what is Command['what'] {
  return Object.hasOwn(taken, what);
}

function readCommand(
  what: Command['what'],
  given: string[],
  values: ReturnType<typeof parse>['values'],
): Command {
  if (what === 'add') {
    const [name = '', ...redirectUris] = given;
    if (redirectUris.length === 0)
      throw new PlainFailure(`add needs a name and a redirect address.\n${usage}`);
    if (values.es256 && values.rs256) throw new PlainFailure('Say --es256 or --rs256, not both.');
    return {
      what,
      name,
      redirectUris,
      signOutUris: values['sign-out'] ?? [],
      isConfidential: !values.public,
      isFirstParty: values['first-party'] === true,
      logoFile: values.logo ?? null,
      sector: values.sector ?? null,
      algorithm: values.es256 ? 'ES256' : 'RS256',
    };
  }
  if (what === 'list') {
    if (given.length > 0) throw new PlainFailure(`list takes nothing more.\n${usage}`);
    return { what };
  }
  // First: an id in its place would be missed as the id.
  const replacedMadeAt = values.replace === undefined ? undefined : readTime(values.replace);
  const [id = '', ...more] = given;
  if (!clientId.test(id) || more.length > 0)
    throw new PlainFailure(`${what} needs the id of one app, like app_0123456789abcdefghijklmn.`);
  if (what === 'rotate-secret') {
    if (replacedMadeAt !== undefined && values.keep !== undefined)
      throw new PlainFailure(
        'Say --keep or --replace, not both: --replace leaves the end of the one before as it is.',
      );
    if (replacedMadeAt !== undefined) return { what, clientId: id, replacedMadeAt };
    return { what, clientId: id, keepHours: readHours(values.keep ?? '24') };
  }
  if (what === 'remove' && !values.yes)
    throw new PlainFailure(
      'remove ends what people agreed to, for good; disable can be taken back. To remove it, say --yes too.',
    );
  return { what, clientId: id };
}

function readHours(text: string): number {
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours <= 720) return hours;
  throw new PlainFailure('--keep must be a whole number of hours from 0 to 720.');
}

/** A secret is named by the very microsecond, which only `list` tells. */
function readTime(text: string): string {
  if (isWhenMade(text)) return text;
  throw new PlainFailure(
    '--replace takes when the newest secret was made, as list has it, after the id of the app.',
  );
}

import { PlainFailure } from '../plain-failure.ts';
import { parseOptions } from '../project/parse-options.ts';
import { sayCommand } from '../project/say-command.ts';

export const usage = `Usage: ${sayCommand('doctor', '[options]')}
  Looks at the Supabase project of the environment or .env.local, else at the local backend, and at the site in SITE_URL.
  It changes nothing and sends no mail, unless you say one of these:
    --probe                      also tries things out with a throw-away account, which it removes again. No mail is sent
    --send-test-mail <address>   sends a mail of this site and one of Auth there, to look at
  and besides:
    --without-site               leaves SITE_URL alone: the site does not run yet
    --fix-sql                    prints SQL that mends what SQL can mend, and nothing else
    --json                       prints one JSON object, and nothing else
  Exit code: 0 nothing to mend; 1 problems; 2 it could not look, or a check failed by a mistake of
  its own; 3 what was typed or set is wrong; 130 it was stopped.`;

export type Options = {
  probe: boolean;
  testMailTo: string | null;
  hasSite: boolean;
  as: 'text' | 'json' | 'sql';
};

const options = {
  probe: { type: 'boolean' },
  json: { type: 'boolean' },
  'fix-sql': { type: 'boolean' },
  'without-site': { type: 'boolean' },
  'send-test-mail': { type: 'string' },
} as const;

/** @throws PlainFailure that says what is wrong with what was typed */
export function readArguments(args: string[]): Options {
  const { values } = parseOptions({ args, options }, usage);
  const { probe = false, json = false } = values;
  const fixSql = values['fix-sql'] ?? false;
  if (json && fixSql) throw new PlainFailure('Say --json or --fix-sql, not both.');
  const address = values['send-test-mail'];
  if (address !== undefined && !/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address))
    throw new PlainFailure('--send-test-mail needs one mail address, like you@your-company.example.');
  return {
    probe,
    testMailTo: address ?? null,
    hasSite: !values['without-site'],
    as: fixSql ? 'sql' : json ? 'json' : 'text',
  };
}

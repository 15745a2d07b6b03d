import { defineCommand } from '../command.ts';
import { carryOut } from './carry-out.ts';
import { exitCodes } from './exit-codes.ts';

export const doctor = defineCommand({
  meta: {
    description:
      'Looks at the Supabase project of the environment or .env.local, else at the local backend, and at the site in SITE_URL. ' +
      'It changes nothing and sends no mail, unless you say --probe or --send-test-mail.',
  },
  args: {
    probe: {
      type: 'boolean',
      description: 'also tries things out with a throw-away account, which it removes again. No mail is sent',
    },
    'send-test-mail': {
      type: 'string',
      valueHint: 'address',
      description: 'sends a mail of this site and one of Auth there, to look at',
    },
    'without-site': { type: 'boolean', description: 'leaves SITE_URL alone: the site does not run yet' },
    'fix-sql': { type: 'boolean', description: 'prints SQL that mends what SQL can mend, and nothing else' },
  },
  notes: `Exit code: 0 nothing to mend; 1 problems; 2 it could not look, or a check failed by a mistake of its own; 3 what was
typed or set is wrong; 130 it was stopped.`,
  exitCodes: { failed: exitCodes.unlooked, misused: exitCodes.misused },
  run: (typed, { variables, asJson }) => carryOut({ ...typed, json: asJson }, variables),
});

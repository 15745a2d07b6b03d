import { defineCommand } from '../command.ts';
import { exitCodes, runDoctor } from './run.ts';

export const doctor = defineCommand({
  meta: {
    description:
      'Checks your Supabase project, or the local backend, and the site at SITE_URL. ' +
      'Changes nothing and sends no email without --probe or --send-test-mail.',
  },
  args: {
    probe: {
      type: 'boolean',
      description: 'also tests with a temporary account, which it deletes. Sends no email',
    },
    'send-test-mail': {
      type: 'string',
      valueHint: 'address',
      description: 'sends one email of this site and one of Auth to this address',
    },
    'without-site': { type: 'boolean', description: 'skips SITE_URL: the site does not run yet' },
    'fix-sql': {
      type: 'boolean',
      description: 'prints SQL that fixes database objects and grants, and nothing else',
    },
  },
  notes: `Exit code: 0 no problems; 1 problems; 2 a check could not run, or failed itself; 3 an option or a setting is
wrong; 130 stopped.`,
  exitCodes: { failed: exitCodes.couldNotCheck, misused: exitCodes.misused },
  run: (typed, { variables, asJson }) => runDoctor({ ...typed, json: asJson }, variables),
});

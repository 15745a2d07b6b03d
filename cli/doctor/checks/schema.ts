import { functionUnknown, schemaHidden } from '../../../lib/supabase/schema.ts';
import { sayCommand } from '../../project/say-command.ts';
import { type Answer, codeOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown } from '../finding.ts';
import { settings } from '../settings.ts';
import { compareObjects } from './schema-objects.ts';

/** Looks up a link that can't exist, which needs the secret key and the schema. The server does the same at startup. */
const harmless = ['find_account_of_mail_link', { p_token_hash: 'none' }] as const;
const apply = sayCommand('schema', 'apply');

/** Whether this version's schema exists, is exposed, and has the right grants. */
export const schema: Check = {
  name: 'Database',
  async run(_project, context) {
    const answer = await context.once('schema', () => context.callFunction(...harmless));
    if (answer.status !== 200) return [explainRefusal(answer)];
    return [
      ok('schema.exposed', 'The REST API exposes the schema countersign.'),
      await checkStrangers(context),
      ...(await compareObjects(context)),
    ];
  },
};

/** @param answer of a failed call with the secret key */
function explainRefusal(answer: Pick<Answer, 'status' | 'body'>): Finding {
  const why = 'Nobody can sign in.';
  const code = codeOf(answer);
  if (code === schemaHidden)
    return problem('schema.exposed', 'The REST API does not expose the schema countersign.', {
      why,
      fix: `Expose it. If the project has no such schema yet, run ${apply} first.`,
      setting: settings.exposedSchemas,
    });
  if (code === functionUnknown)
    return problem('schema.missing', 'The project has no schema of Countersign, or an unfinished one.', {
      why,
      fix: `Check SUPABASE_URL, then run ${apply}. It continues where it stopped.`,
    });
  if (answer.status === 401 || answer.status === 403)
    return problem('schema.rights', `The database refuses the secret key${code && ` (${code})`}.`, {
      why,
      fix: 'If Auth accepts the key (see "Project and keys"), grants for service_role are missing: --fix-sql restores them.',
    });
  if (code === '25006')
    return problem('schema.writable', 'The database is read-only: a replica, or in recovery.', {
      why: 'Nothing can be changed.',
      fix: 'Wait for the recovery, or use the primary. A hosted project is read-only while its disk is full.',
    });
  if (['PGRST000', 'PGRST001', 'PGRST002', '57P03'].includes(code))
    return problem('schema.away', `The REST API can't reach its database (${code}).`, {
      why,
      fix: 'It is starting, recovering, or out of connections: check its log.',
    });
  return problem('schema.away', `The REST API fails (status ${answer.status}${code && `, ${code}`}).`, {
    why,
    fix: 'Check the logs of PostgREST and the database.',
  });
}

/** A restore without default privileges opens functions that only this server may call. */
async function checkStrangers(context: Context): Promise<Finding> {
  const [name, parameters] = harmless;
  const { status } = await context.callFunction(name, parameters, 'public');
  if (status === 401 || status === 403)
    return ok('schema.strangers', "Only this server may call the server's functions.");
  if (status === 200)
    return problem('schema.strangers', "Anyone may call the server's functions.", {
      why: 'The publishable key, which is public, has the rights of the server.',
      fix: 'Grants were lost, probably in a restore: run the SQL that --fix-sql prints. Then check the activity of accounts.',
    });
  return unknown('schema.strangers', `The database answered ${status} to the publishable key.`, {
    fix: "Check PostgREST's log.",
  });
}

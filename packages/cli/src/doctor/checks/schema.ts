import { functionUnknown, schemaHidden } from '../../../../../lib/supabase/schema.ts';
import { sayCommand } from '../../project/say-command.ts';
import { type Answer, codeOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown } from '../finding.ts';
import { settings } from '../settings.ts';
import { compareObjects } from './schema-objects.ts';

/** For a link that can't exist: it needs the secret key and the schema, and finds nothing. The start asks the same. */
const harmless = ['find_account_of_mail_link', { p_token_hash: 'none' }] as const;
const apply = sayCommand('schema', 'apply');

/** Whether the database has this version's schema, shows it, and gives the right ones the rights to it. */
export const schema: Check = {
  name: 'Database',
  async run(_project, context) {
    const answer = await context.once('schema', () => context.callFunction(...harmless));
    if (answer.status !== 200) return [explainRefusal(answer)];
    return [
      ok('schema.exposed', 'The REST API shows the schema countersign, and the database answers.'),
      await checkStrangers(context),
      ...(await compareObjects(context)),
    ];
  },
};

/** @param answer of a call with the secret key that did not work */
function explainRefusal(answer: Pick<Answer, 'status' | 'body'>): Finding {
  const why = 'Nobody can sign in.';
  const code = codeOf(answer);
  if (code === schemaHidden)
    return problem('schema.exposed', 'The REST API does not show the schema countersign.', {
      why,
      fix: `Add it. If the project has no such schema yet, run ${apply} first: then this is a project of something else.`,
      setting: settings.exposedSchemas,
    });
  if (code === functionUnknown)
    return problem('schema.missing', 'The project has no schema of Countersign, or the beginning of one.', {
      why,
      fix: `Run ${apply}: it goes on where it stopped. If the project is somebody else's, look at SUPABASE_URL first.`,
    });
  if (answer.status === 401 || answer.status === 403)
    return problem('schema.rights', `The database refuses the secret key${code && ` (${code})`}.`, {
      why,
      fix: 'If Auth takes the key (see "Project and keys"), the rights of service_role are missing: --fix-sql gives all of them anew.',
    });
  if (code === '25006')
    return problem('schema.writable', 'The database is read-only: a replica, or one in recovery.', {
      why: 'People may read, and nothing can change.',
      fix: 'Wait until it has recovered, or point the project at its primary. A hosted project is read-only while its disk is full.',
    });
  if (['PGRST000', 'PGRST001', 'PGRST002', '57P03'].includes(code))
    return problem('schema.away', `The REST API can't reach its database (${code}).`, {
      why,
      fix: 'It starts, recovers, or has no connections left: look at its log.',
    });
  return problem('schema.away', `The REST API fails (status ${answer.status}${code && `, ${code}`}).`, {
    why,
    fix: 'Look at the log of PostgREST and of the database.',
  });
}

/** What a restore without default privileges opens: functions that only this server may call. */
async function checkStrangers(context: Context): Promise<Finding> {
  const [name, parameters] = harmless;
  const { status } = await context.callFunction(name, parameters, 'public');
  if (status === 401 || status === 403)
    return ok('schema.strangers', "Nobody but this server may call the server's functions.");
  if (status === 200)
    return problem('schema.strangers', "Anybody may call functions that are this server's alone.", {
      why: 'Whoever has the public key, which is no secret, may do what the server may do for anybody.',
      fix: 'Rights were lost, most likely by a restore: --fix-sql has them. Then look at the activity of your people.',
    });
  return unknown('schema.strangers', `Asked with the public key, the database answered ${status}.`, {
    fix: 'Look at the log of PostgREST.',
  });
}

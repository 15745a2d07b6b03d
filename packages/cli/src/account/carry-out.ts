import { z } from 'zod';
import type { Variables } from '../../../../scripts/process/start-process.ts';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import { chooseProject, type Project } from '../project/choose-project.ts';
import { confirm } from './confirm.ts';
import { deleteAtAuth } from './delete-at-auth.ts';
import { describeAccount, FoundAccount, withShortEmail } from './describe-account.ts';
import { type Change, readArguments, usage } from './read-arguments.ts';

/**
 * Finds one account, or does one thing about it, and prints what came of it.
 * @returns the exit code: 1 where somebody at the terminal said no
 * @throws PlainFailure for what was typed wrong, for no account and for several, and for what the project refuses
 */
export async function carryOut(args: string[], variables: Variables): Promise<number> {
  const command = args.length === 0 ? null : readArguments(args);
  if (!command) {
    console.log(usage);
    return args.length === 0 ? 1 : 0;
  }
  const project = chooseProject(variables);
  const accounts = FoundAccount.array().parse(
    await callDatabase(project, 'find_account_for_operator', { p_query: command.query }),
  );
  if (command.what === 'find') {
    if (accounts.length === 0) throw nobody();
    const shown = command.showsEmail ? accounts : accounts.map(withShortEmail);
    console.log(command.asJson ? JSON.stringify(shown) : shown.map(describeAccount).join('\n\n'));
    return 0;
  }
  const account = chooseOne(accounts);
  const question = `${describeAccount(withShortEmail(account))}\n\n${effects[command.what]}\nThe person reads: ${command.reason}`;
  if (!command.isAgreed && !(await confirm(question))) {
    console.error('Nothing was done.');
    return 1;
  }
  const done = await change(command.what, project, account.id, command.reason);
  const { is_mailed } = done;
  const text = `${done.text} ${is_mailed ? 'A mail that says why waits for the site to send it.' : 'The account has no email of its own, so no mail goes out.'}`;
  const data = { id: account.id, code: account.code, done: command.what, is_mailed };
  console.log(command.asJson ? JSON.stringify(data) : text);
  return 0;
}

const effects: Record<Change, string> = {
  'end-sessions': 'This ends every session of the account.',
  'remove-second-factor':
    'This removes its authenticators and recovery codes, and ends every session. From then on the password or the mailbox alone signs in. Be sure that it is the owner who asks.',
  close:
    'This deletes the account for good: its wallets, proofs, activity and sessions, and the user at Supabase Auth, also for other apps of the same project.',
};

function chooseOne(accounts: FoundAccount[]): FoundAccount {
  const [account, ...others] = accounts;
  if (!account) throw nobody();
  if (others.length === 0) return account;
  throw new PlainFailure(
    `${accounts.length} accounts have that. Nothing was done: name one by its id.\n${accounts.map(({ id, code }) => `  ${id}  ${code ?? ''}`).join('\n')}`,
  );
}

const nobody = () =>
  new PlainFailure(
    'No account has that email, wallet, code or id. Addresses of wallets count as they are written.',
  );

const Done = z.object({ is_mailed: z.boolean() });
const FactorsLeft = Done.extend({ factors: z.array(z.uuid()) });
const Closed = Done.extend({ was_closed: z.boolean() });

async function change(
  what: Change,
  project: Project,
  id: string,
  reason: string,
): Promise<{ is_mailed: boolean; text: string }> {
  const asked = { p_user_id: id, p_reason: reason };
  if (what === 'end-sessions') {
    const { is_mailed } = Done.parse(await callDatabase(project, 'end_sessions_by_operator', asked));
    return { is_mailed, text: 'Every session has ended.' };
  }
  if (what === 'close') {
    const closed = Closed.parse(await callDatabase(project, 'close_account_by_operator', asked));
    if (!(await deleteAtAuth(project, `/users/${id}`)))
      throw new PlainFailure(
        'The account is closed, and everything of it here is deleted. Supabase Auth has not deleted the user yet: type the same again, by its id.',
      );
    await callDatabase(project, 'finish_deletion', { p_user_id: id });
    return {
      is_mailed: closed.is_mailed,
      text: closed.was_closed ? 'It had been closed before, and is deleted now.' : 'The account is deleted.',
    };
  }
  const { is_mailed, factors } = FactorsLeft.parse(
    await callDatabase(project, 'remove_second_factor_by_operator', asked),
  );
  for (const factor of factors) {
    if (!(await deleteAtAuth(project, `/users/${id}/factors/${factor}`)))
      throw new PlainFailure(
        'Every session has ended and the recovery codes are gone, but Supabase Auth has not removed the authenticator: type the same again.',
      );
  }
  await callDatabase(project, 'finish_sign_in_method_change', { p_user_id: id, p_kind: 'authenticator' });
  return { is_mailed, text: 'The second factor is gone, and every session has ended. Passkeys stay.' };
}

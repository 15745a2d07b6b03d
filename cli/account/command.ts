import { z } from 'zod';
import { type Command, defineCommand } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import { chooseProject, type Project } from '../project/choose-project.ts';
import { confirm } from './confirm.ts';
import { deleteAtAuth } from './delete-at-auth.ts';
import { describeAccount, FoundAccount, withShortEmail } from './describe-account.ts';

const oneAccount = {
  account: { type: 'positional', description: 'email, wallet address, account code or ID' },
} as const;

const needsOneAccount = (what: string) =>
  `${what} takes one account: its email, a wallet address, its code or its ID. Quote a reason of several words.`;

const find = defineCommand({
  meta: { description: 'Shows an account, for support.' },
  args: {
    ...oneAccount,
    'show-email': { type: 'boolean', description: 'shows the full email instead of a shortened one' },
  },
  needs: needsOneAccount('find'),
  async run({ account, 'show-email': showsEmail }, { variables }) {
    const accounts = await findAccounts(chooseProject(variables), readQuery('find', account));
    if (accounts.length === 0) throw nobody();
    const shown = showsEmail ? accounts : accounts.map(withShortEmail);
    return { text: shown.map(describeAccount).join('\n\n'), data: shown };
  },
});

type Change = 'end-sessions' | 'remove-second-factor' | 'close';

const changing = (what: Change, description: string) =>
  defineCommand({
    meta: { description },
    args: {
      ...oneAccount,
      reason: {
        type: 'string',
        repeats: true,
        valueHint: 'why',
        description: 'required: 1 to 200 characters. The owner reads it in an email and on /activity',
      },
      yes: { type: 'boolean', description: 'skips the confirmation' },
    },
    needs: needsOneAccount(what),
    async run({ account: typed, reason: given, yes }, { variables }) {
      const [query, reason] = [readQuery(what, typed), readReason(given)];
      const project = chooseProject(variables);
      const account = chooseOne(await findAccounts(project, query));
      const question = `${describeAccount(withShortEmail(account))}\n\n${effects[what]}\nThe owner reads: ${reason}`;
      if (!yes && !(await confirm(question))) throw new PlainFailure('Nothing was changed.');
      const { is_mailed, text } = await change(what, project, account.id, reason);
      return {
        text: `${text} ${is_mailed ? 'The site will email the reason to the owner.' : 'The account has no email, so none is sent.'}`,
        data: { id: account.id, code: account.code, done: what, is_mailed },
      };
    },
  });

export const account: Command = {
  meta: { description: 'Support for one account.' },
  subCommands: {
    find,
    'end-sessions': changing('end-sessions', 'Signs an account out everywhere.'),
    'remove-second-factor': changing(
      'remove-second-factor',
      'Removes its authenticators and recovery codes, and signs it out everywhere.',
    ),
    close: changing('close', 'Deletes an account permanently.'),
  },
};

function readQuery(what: string, typed: string): string {
  if (typed.trim() === '') throw new PlainFailure(needsOneAccount(what));
  return typed.trim();
}

/** Control, invisible and direction characters, which could make the reason look different in the email than in the terminal. */
const unseen = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

function readReason(given: string[]): string {
  const [reason = '', ...more] = given.map((one) => one.trim());
  if (reason !== '' && [...reason].length <= 200 && !unseen.test(reason) && more.length === 0) return reason;
  throw new PlainFailure(
    'Add one --reason "…" of 1 to 200 characters on one line. The owner reads it in an email and on /activity.',
  );
}

const findAccounts = async (project: Project, query: string) =>
  FoundAccount.array().parse(await callDatabase(project, 'find_account_for_operator', { p_query: query }));

const effects: Record<Change, string> = {
  'end-sessions': 'This ends all sessions of the account.',
  'remove-second-factor':
    'This removes its authenticators and recovery codes, and ends all sessions. The password or mailbox alone can then sign in, so make sure that the owner asked for it.',
  close:
    'This permanently deletes the account with its wallets, proofs, activity and sessions, and the user at Supabase Auth, also for other apps of the project.',
};

function chooseOne(accounts: FoundAccount[]): FoundAccount {
  const [account, ...others] = accounts;
  if (!account) throw nobody();
  if (others.length === 0) return account;
  throw new PlainFailure(
    `${accounts.length} accounts match. Nothing was changed. Choose one by its ID:\n${accounts.map(({ id, code }) => `  ${id}  ${code ?? ''}`).join('\n')}`,
  );
}

const nobody = () =>
  new PlainFailure('No account has that email, wallet, code or ID. Wallet addresses are case-sensitive.');

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
    return { is_mailed, text: 'All sessions ended.' };
  }
  if (what === 'close') {
    const closed = Closed.parse(await callDatabase(project, 'close_account_by_operator', asked));
    if (!(await deleteAtAuth(project, `/users/${id}`)))
      throw new PlainFailure(
        'The account and its data are deleted here, but Supabase Auth did not delete the user. Run the command again with the ID.',
      );
    await callDatabase(project, 'finish_deletion', { p_user_id: id });
    return {
      is_mailed: closed.is_mailed,
      text: closed.was_closed
        ? 'The account was closed before and is now deleted.'
        : 'The account is deleted.',
    };
  }
  const { is_mailed, factors } = FactorsLeft.parse(
    await callDatabase(project, 'remove_second_factor_by_operator', asked),
  );
  for (const factor of factors) {
    if (!(await deleteAtAuth(project, `/users/${id}/factors/${factor}`)))
      throw new PlainFailure(
        'All sessions ended and the recovery codes are removed, but Supabase Auth did not remove the authenticator. Run the command again.',
      );
  }
  await callDatabase(project, 'finish_sign_in_method_change', { p_user_id: id, p_kind: 'authenticator' });
  return { is_mailed, text: 'The second factor is removed, and all sessions ended. Passkeys stay.' };
}

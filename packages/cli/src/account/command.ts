import { z } from 'zod';
import { type Command, defineCommand } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import { chooseProject, type Project } from '../project/choose-project.ts';
import { confirm } from './confirm.ts';
import { deleteAtAuth } from './delete-at-auth.ts';
import { describeAccount, FoundAccount, withShortEmail } from './describe-account.ts';

const oneAccount = {
  account: { type: 'positional', description: 'its email, a wallet address, its account code or its id' },
} as const;

const needsOneAccount = (what: string) =>
  `${what} is about one account: name it by its email, a wallet, its code or its id. A reason of several words needs quotes.`;

const find = defineCommand({
  meta: { description: 'Shows what support needs to know of an account.' },
  args: {
    ...oneAccount,
    'show-email': { type: 'boolean', description: 'the whole address, which is shortened otherwise' },
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
        description: 'needed: 1 to 200 characters. The person reads it, in a mail and on /activity',
      },
      yes: { type: 'boolean', description: "doesn't ask" },
    },
    needs: needsOneAccount(what),
    async run({ account: typed, reason: given, yes }, { variables }) {
      const [query, reason] = [readQuery(what, typed), readReason(given)];
      const project = chooseProject(variables);
      const account = chooseOne(await findAccounts(project, query));
      const question = `${describeAccount(withShortEmail(account))}\n\n${effects[what]}\nThe person reads: ${reason}`;
      if (!yes && !(await confirm(question))) throw new PlainFailure('Nothing was done.');
      const { is_mailed, text } = await change(what, project, account.id, reason);
      return {
        text: `${text} ${is_mailed ? 'A mail that says why waits for the site to send it.' : 'The account has no email of its own, so no mail goes out.'}`,
        data: { id: account.id, code: account.code, done: what, is_mailed },
      };
    },
  });

export const account: Command = {
  meta: { description: 'What a team does about one account.' },
  subCommands: {
    find,
    'end-sessions': changing('end-sessions', 'Signs it out everywhere.'),
    'remove-second-factor': changing(
      'remove-second-factor',
      'Takes its authenticators and recovery codes away, and signs it out everywhere.',
    ),
    close: changing('close', 'Deletes it for good, as its owner can.'),
  },
};

function readQuery(what: string, typed: string): string {
  if (typed.trim() === '') throw new PlainFailure(needsOneAccount(what));
  return typed.trim();
}

/** What turns letters around or can't be seen would let a mail say something else than was typed. */
const unseen = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

function readReason(given: string[]): string {
  const [reason = '', ...more] = given.map((one) => one.trim());
  if (reason !== '' && [...reason].length <= 200 && !unseen.test(reason) && more.length === 0) return reason;
  throw new PlainFailure(
    'Say why with one --reason "…" of 1 to 200 characters on one line. The person reads it, in a mail and in the activity of the account.',
  );
}

const findAccounts = async (project: Project, query: string) =>
  FoundAccount.array().parse(await callDatabase(project, 'find_account_for_operator', { p_query: query }));

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

import type { Project } from '../project/choose-project.ts';
import { type Answer, codeOf, textOf } from './ask.ts';
import type { Context } from './context.ts';
import { createContext } from './context.ts';
import { type Finding, problem } from './finding.ts';

/** A host that no mail ever reaches. One address for all: a killed run leaves its account to the next one. */
export const throwAwayEmail = 'doctor@countersign.invalid';
/** No run takes so long, so that an older account was left behind. */
const leftAfterInMilliseconds = 10 * 60_000;

type Account = { id: string; email: string };
type Made = { account: Account } | { refused: Answer };

/**
 * Makes an account, has `work` use it, and removes it whatever happens: also when the command is stopped meanwhile.
 * @param email null for the throw-away address; another one is used only where nobody has it.
 * @returns what `work` found, and a problem where the account could not be removed; `refused` where none could be made.
 */
export async function withThrowAwayAccount(
  project: Project,
  context: Context,
  email: string | null,
  work: (account: Account) => Promise<Finding[]>,
): Promise<{ findings: Finding[] } | { refused: Answer }> {
  // Stopping the command midway must leave nothing behind, so these requests are not aborted.
  const unstopped = createContext(project, { ...context, signal: new AbortController().signal });
  const made = await makeAccount(unstopped, email);
  if ('refused' in made) return made;
  let findings: Finding[] = [];
  let failed: unknown;
  try {
    findings = await work(made.account);
  } catch (error) {
    failed = error;
  }
  const removed = await removeAccount(unstopped, made.account.id);
  if (!removed) console.error(sayLeft(made.account));
  if (failed !== undefined) throw failed;
  return { findings: removed ? findings : [...findings, problem('probe.removed', sayLeft(made.account))] };
}

const sayLeft = ({ id, email }: Account) =>
  `The throw-away account ${email} could not be removed: delete it in the Dashboard, at Authentication > Users (${id}).`;

async function makeAccount(context: Context, given: string | null): Promise<Made> {
  const email = given ?? throwAwayEmail;
  const make = () =>
    context.askAuthAsServer('/admin/users', {
      body: { email, email_confirm: true, password: `Doctor-${crypto.randomUUID()}` },
    });
  let answer = await make();
  if (given === null && codeOf(answer) === 'email_exists' && (await removeLeftBehind(context)))
    answer = await make();
  const id = textOf(answer, 'id');
  return answer.status === 200 && id !== '' ? { account: { id, email } } : { refused: answer };
}

async function removeLeftBehind(context: Context): Promise<boolean> {
  const found = await context.askAuthAsServer('/admin/generate_link', {
    body: { type: 'magiclink', email: throwAwayEmail },
  });
  const age = Date.now() - Date.parse(textOf(found, 'created_at'));
  return age > leftAfterInMilliseconds && (await removeAccount(context, textOf(found, 'id')));
}

async function removeAccount(context: Context, id: string): Promise<boolean> {
  const answer = await context
    .askAuthAsServer(`/admin/users/${id}`, { method: 'DELETE', body: { should_soft_delete: false } })
    .catch(() => null);
  return answer?.status === 200 || answer?.status === 404;
}

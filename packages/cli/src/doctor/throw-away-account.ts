import { z } from 'zod';
import type { Project } from '../project/choose-project.ts';
import { type Answer, textOf } from './ask.ts';
import type { Context } from './context.ts';
import { createContext } from './context.ts';
import { type Finding, problem } from './finding.ts';

/** What the addresses end with. No mail ever reaches this host. */
const host = '@countersign.invalid';
/** In `app_metadata`, where nobody can write without the secret key: an account of a stranger at that host is left alone. */
const Marked = z.object({ doctor: z.literal(true) });
const Listed = z.object({
  users: z.array(z.object({ id: z.string(), created_at: z.string(), app_metadata: z.unknown() })),
});
/** No run takes so long, so that an older account was left behind. */
const leftAfterInMilliseconds = 10 * 60_000;

type Account = { id: string; email: string };
type Made = { account: Account } | { refused: Answer };

/**
 * Makes an account, has `work` use it, and removes it whatever happens: also when the command is stopped meanwhile.
 * @param email null for an address that nobody can have taken; another one is used only where nobody has it.
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
  const email = given ?? `doctor-${crypto.randomUUID()}${host}`;
  if (given === null) await removeLeftBehind(context);
  const answer = await context.askAuthAsServer('/admin/users', {
    body: {
      email,
      email_confirm: true,
      password: `Doctor-${crypto.randomUUID()}`,
      app_metadata: { doctor: true },
    },
  });
  const id = textOf(answer, 'id');
  return answer.status === 200 && id !== '' ? { account: { id, email } } : { refused: answer };
}

/** Those of runs that were killed. Where they can't be listed they stay until the next run. */
async function removeLeftBehind(context: Context): Promise<void> {
  const answer = await context.askAuthAsServer(
    `/admin/users?per_page=100&filter=${encodeURIComponent(host)}`,
  );
  const { data } = Listed.safeParse(answer.body);
  for (const { id, created_at, app_metadata } of data?.users ?? []) {
    const age = Date.now() - Date.parse(created_at);
    if (Marked.safeParse(app_metadata).success && age > leftAfterInMilliseconds)
      await removeAccount(context, id);
  }
}

async function removeAccount(context: Context, id: string): Promise<boolean> {
  const answer = await context
    .askAuthAsServer(`/admin/users/${id}`, { method: 'DELETE', body: { should_soft_delete: false } })
    .catch(() => null);
  return answer?.status === 200 || answer?.status === 404;
}

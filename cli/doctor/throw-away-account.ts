import { z } from 'zod';
import type { Project } from '../project/choose-project.ts';
import { type Answer, textOf } from './ask.ts';
import type { Context } from './context.ts';
import { createContext } from './context.ts';
import { type Finding, problem } from './finding.ts';

/** The domain of temporary accounts. No mail reaches it. */
const host = '@countersign.invalid';
/** In `app_metadata`, which only the secret key can write, so foreign accounts at that domain are never deleted. */
const Marked = z.object({ doctor: z.literal(true) });
const Listed = z.object({
  users: z.array(z.object({ id: z.string(), created_at: z.string(), app_metadata: z.unknown() })),
});
/** Longer than any run, so an older account was left behind. */
const leftAfterInMilliseconds = 10 * 60_000;

type Account = { id: string; email: string };
type Made = { account: Account } | { refused: Answer };

/**
 * Creates an account for `work` and always deletes it, also when the command is stopped.
 * @param email null for a random address
 * @returns the findings of `work`, plus a problem if the deletion failed; `refused` if no account could be created
 */
export async function withThrowAwayAccount(
  project: Project,
  context: Context,
  email: string | null,
  work: (account: Account) => Promise<Finding[]>,
): Promise<{ findings: Finding[] } | { refused: Answer }> {
  // Not aborted when the command stops, so that no account is left behind.
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
  `The temporary account ${email} could not be deleted: delete it in the Dashboard, under Authentication > Users (${id}).`;

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

/** Deletes accounts of killed runs. If they can't be listed, the next run tries again. */
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

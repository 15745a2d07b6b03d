import { z } from 'zod';
import { type Answer, textOf } from './ask.ts';
import { type Context, createContext } from './context.ts';

/** The domain of temporary accounts. It receives no email. */
const host = '@countersign.invalid';
/** In `app_metadata`, which only the secret key can write, so that accounts of users at that domain are never deleted. */
const Marked = z.object({ doctor: z.literal(true) });
const Listed = z.object({
  users: z.array(z.object({ id: z.string(), created_at: z.string(), app_metadata: z.unknown() })),
});
/** Longer than any run, so an older account was left behind. */
const leftAfterInMilliseconds = 10 * 60_000;

type Account = { id: string; email: string };

type Done<Value> =
  | { refused: Answer; value: null; leftBehind: null }
  | { refused: null; value: Value; leftBehind: string | null };

/**
 * Creates an account (`email`: null for a random address) for `work` and always deletes it, also if the command is stopped.
 * @returns the result of `work`, and a sentence if the account could not be deleted; `refused` if it could not be created
 */
export async function withThrowAwayAccount<Value>(
  context: Context,
  email: string | null,
  work: (account: Account) => Promise<Value>,
): Promise<Done<Value>> {
  // Not aborted when the command stops, so that no account is left behind.
  const unstopped = createContext({ ...context, signal: new AbortController().signal });
  const made = await makeAccount(unstopped, email);
  if ('refused' in made) return { ...made, value: null, leftBehind: null };
  let leftBehind: string | null = null;
  let value: Value;
  try {
    value = await work(made);
  } finally {
    if (!(await removeAccount(unstopped, made.id))) {
      leftBehind = `The temporary account ${made.email} could not be deleted: delete it in the Dashboard, under Authentication > Users (${made.id}).`;
      console.error(leftBehind);
    }
  }
  return { refused: null, value, leftBehind };
}

async function makeAccount(context: Context, given: string | null): Promise<Account | { refused: Answer }> {
  const email = given ?? `doctor-${crypto.randomUUID()}${host}`;
  const password = `Doctor-${crypto.randomUUID()}`;
  if (given === null) await removeLeftBehind(context);
  const answer = await context.fetchAuthAsServer('/admin/users', {
    body: { email, email_confirm: true, password, app_metadata: { doctor: true } },
  });
  const id = textOf(answer, 'id');
  return answer.status === 200 && id !== '' ? { id, email } : { refused: answer };
}

/** Deletes accounts of killed runs. If they can't be listed, the next run tries again. */
async function removeLeftBehind(context: Context): Promise<void> {
  const path = `/admin/users?per_page=100&filter=${encodeURIComponent(host)}`;
  const { data } = Listed.safeParse((await context.fetchAuthAsServer(path)).body);
  for (const { id, created_at, app_metadata } of data?.users ?? []) {
    const isOld = Date.now() - Date.parse(created_at) > leftAfterInMilliseconds;
    if (isOld && Marked.safeParse(app_metadata).success) await removeAccount(context, id);
  }
}

async function removeAccount(context: Context, id: string): Promise<boolean> {
  const answer = await context
    .fetchAuthAsServer(`/admin/users/${id}`, { method: 'DELETE', body: { should_soft_delete: false } })
    .catch(() => null);
  return answer?.status === 200 || answer?.status === 404;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Answers of Supabase's own Auth (2.196) to the requests of the same test, by its name. Recorded by running these tests
 * on it, with passkeys in memory and made-up accounts.
 */
const recorded: Record<string, unknown> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'recorded-passkey-answers.json'), 'utf8'),
);

/** Expects answers like those that the real Auth gave in the test of this name. */
export async function expectAsRecorded(...answers: Response[]): Promise<void> {
  const name = expect.getState().currentTestName ?? '';
  expect(await Promise.all(answers.map(describeAnswer))).toEqual(recorded[name]);
}

/** Status and body, with what differs each time replaced by its kind. */
export async function describeAnswer(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === '') return { status: answer.status };
  return { status: answer.status, body: JSON.parse(text, replaceVarying) };
}

const kinds: [RegExp, string][] = [
  [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '(uuid)'],
  [/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/, '(time)'],
  [/^[\w.-]+@example\.test$/, '(email)'],
  [/^[\w-]{43}$/, '(32 bytes)'],
  [/^[\w-]{48}$/, '(36 bytes)'],
];

function replaceVarying(key: string, value: unknown): unknown {
  if (key === 'expires_at') return '(seconds)';
  // Only the real one has this log id.
  if (key === 'error_id') return undefined;
  if (key === 'access_token' || key === 'refresh_token') return '(token)';
  // Their order is nobody's business; what is in them is described by other tests.
  if (key === 'user') return '(user)';
  if (typeof value !== 'string') return value;
  if (key === 'detail') return value.replace(/\\x[0-9a-f]+/, '(bytes)');
  // Go says where it failed.
  if (key === 'msg') return value.replace(/(?<=as JSON): .*/, '');
  return kinds.find(([form]) => form.test(value))?.[1] ?? value;
}

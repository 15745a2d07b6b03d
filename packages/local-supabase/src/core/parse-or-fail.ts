import type { z } from 'zod';
import { StartFailure } from './start-failure.ts';

/** @throws StartFailure with one line that lists the invalid values of `source` */
export function parseOrFail<T extends z.ZodType>(schema: T, value: unknown, source: string): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
  throw new StartFailure(`Cannot use ${source}: ${problems.join(', ')}.`);
}

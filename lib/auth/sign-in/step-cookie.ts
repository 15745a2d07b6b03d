import type { z } from 'zod';

/** A step of a form on several pages, as the value of a cookie. */
export function packStep(step: unknown): string {
  return Buffer.from(JSON.stringify(step)).toString('base64url');
}

/** @returns null when there is none or it is garbage. */
export function readStep<Schema extends z.ZodType>(
  schema: Schema,
  value: string | undefined,
): z.infer<Schema> | null {
  if (!value) return null;
  try {
    const step = schema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString()));
    return step.success ? step.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

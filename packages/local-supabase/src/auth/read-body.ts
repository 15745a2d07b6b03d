import { z } from 'zod';
import { AuthError, validationFailed } from './auth-error.ts';
import type { AuthRequest } from './caller.ts';

/** Parses a JSON body; an empty one counts as `{}`. Throws AuthError `bad_json` if the schema doesn't fit. */
export async function readBody<T extends z.ZodType>(request: AuthRequest, schema: T): Promise<z.infer<T>> {
  const text = await request.req.text();
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  return parsed.data;
}

/** Postgres keeps neither U+0000 nor half a surrogate pair. */
export const storableText = z.string().refine((text) => text.isWellFormed() && !text.includes('\u0000'));

export const optionalText = storableText.nullish().transform((text) => text ?? '');

/** A person's own `user_metadata`. Postgres refuses U+0000 in it, and Auth answers 500. */
export const userData = z
  // As it was parsed: Auth keeps a key `__proto__` too.
  .custom<Record<string, unknown>>((data) => typeof data === 'object' && !Array.isArray(data))
  .nullish()
  .transform((data) => data ?? {});

export const codeChallengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

/** The form that Auth's own library wants: nothing but ASCII, and not even a dot in the host. */
const emailForm = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** The address in lower case. Throws AuthError when it is none; 255 is the column's width. */
export function readEmail(email: string): string {
  if (email === '') throw validationFailed('An email address is required');
  if (email.length > 255 || !emailForm.test(email)) {
    throw validationFailed('Unable to validate email address: invalid format');
  }
  return email.toLowerCase();
}

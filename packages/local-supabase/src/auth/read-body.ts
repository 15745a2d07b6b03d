import { z } from 'zod';
import { AuthError, validationFailed } from './auth-error.ts';
import type { AuthRequest } from './caller.ts';

/** Parses a JSON body; an empty one counts as `{}`. Throws AuthError `bad_json` if it doesn't match the schema. */
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

/** Postgres can't store U+0000 or lone surrogates. */
export const storableText = z.string().refine((text) => text.isWellFormed() && !text.includes('\u0000'));

export const optionalText = storableText.nullish().transform((text) => text ?? '');

/** `user_metadata` that a user writes. U+0000 passes here, so Postgres refuses it and Auth returns 500. */
export const userData = z
  // Not `z.record`, so that a key `__proto__` is kept, as at Auth.
  .custom<Record<string, unknown>>((data) => typeof data === 'object' && !Array.isArray(data))
  .nullish()
  .transform((data) => data ?? {});

export const codeChallengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

/** As Auth's library: ASCII only, and the host needs no dot. */
const emailForm = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** Returns the address in lower case. Throws AuthError for an invalid one. The column holds 255 characters. */
export function readEmail(email: string): string {
  if (email === '') throw validationFailed('An email address is required');
  if (email.length > 255 || !emailForm.test(email)) {
    throw validationFailed('Unable to validate email address: invalid format');
  }
  return email.toLowerCase();
}

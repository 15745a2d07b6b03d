import type { z } from 'zod';
import { environment } from '../../env.ts';
import { seal, unseal } from '../../supabase/seal.ts';

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

/** The same for what is nobody's to read but this server's. @param name of the cookie: under another nobody opens it. */
export function sealStep(step: unknown, name: string): string {
  return seal(packStep(step), { name, secretKey: environment().supabaseSecretKey });
}

/** @returns null when there is none, it is garbage, or it was not sealed here for this name. */
export function unsealStep<Schema extends z.ZodType>(
  schema: Schema,
  value: string | undefined,
  name: string,
): z.infer<Schema> | null {
  if (!value) return null;
  const { supabaseSecretKey, previousSecretKey } = environment();
  const secretKeys = previousSecretKey ? [supabaseSecretKey, previousSecretKey] : [supabaseSecretKey];
  return readStep(schema, unseal(value, { name, secretKeys }) ?? undefined);
}

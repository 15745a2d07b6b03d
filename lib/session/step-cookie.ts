import 'server-only';
import type { z } from 'zod';
import { environment } from '../env.ts';
import { ownCookieName } from '../http/cookie-options.ts';
import { ownCookie } from '../http/own-cookie.ts';
import { seal, unseal } from './seal.ts';

/** Stores the user's input so far, of a form on several pages, in their browser. */
type StepCookie<Step> = {
  /** Null if the cookie is missing or malformed, or if this server didn't seal it under this name although it should have. */
  read(): Promise<Step | null>;
  write(step: Step): Promise<void>;
  clear(): Promise<void>;
};

/** @param isSealed for content that only this server may read. */
export function stepCookie<Schema extends z.ZodType>({
  name,
  schema,
  lifeInSeconds,
  isSealed = false,
}: {
  name: string;
  schema: Schema;
  lifeInSeconds: number;
  isSealed?: boolean;
}): StepCookie<z.infer<Schema>> {
  const cookie = ownCookie(name);
  const sealedAs = () => ownCookieName(name);
  return {
    read: async () => {
      const value = await cookie.read();
      if (!value || !isSealed) return parseStep(schema, value);
      return parseStep(schema, unseal(value, { name: sealedAs(), secretKeys: environment().secretKeys }));
    },
    write: (step) => {
      const packed = Buffer.from(JSON.stringify(step)).toString('base64url');
      const { supabaseSecretKey: secretKey } = environment();
      return cookie.write(isSealed ? seal(packed, { name: sealedAs(), secretKey }) : packed, lifeInSeconds);
    },
    clear: cookie.clear,
  };
}

function parseStep<Schema extends z.ZodType>(
  schema: Schema,
  packed: string | null | undefined,
): z.infer<Schema> | null {
  if (!packed) return null;
  try {
    const step = schema.safeParse(JSON.parse(Buffer.from(packed, 'base64url').toString()));
    return step.success ? step.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

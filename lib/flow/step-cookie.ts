import 'server-only';
import { cookies } from 'next/headers';
import type { z } from 'zod';
import { environment } from '../env.ts';
import { ownCookieName } from '../own-cookie-name.ts';
import { sessionCookieOptions } from '../supabase/cookies.ts';
import { seal, unseal } from '../supabase/seal.ts';

/** What a form on several pages has been told so far, kept in the browser that fills it in. */
type StepCookie<Step> = {
  /** Null when there is none, it is garbage, or it should have been sealed here for this name. */
  read(): Promise<Step | null>;
  write(step: Step): Promise<void>;
  clear(): Promise<void>;
};

/** @param isSealed for what is nobody's to read but this server's. */
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
  const cookieName = () => ownCookieName(name);
  const set = async (value: string, maxAge: number) => {
    (await cookies()).set(cookieName(), value, { ...sessionCookieOptions(), maxAge });
  };
  return {
    read: async () => {
      const value = (await cookies()).get(cookieName())?.value;
      return parseStep(schema, isSealed ? open(value, cookieName()) : value);
    },
    write: (step) => {
      const packed = Buffer.from(JSON.stringify(step)).toString('base64url');
      const { supabaseSecretKey: secretKey } = environment();
      return set(isSealed ? seal(packed, { name: cookieName(), secretKey }) : packed, lifeInSeconds);
    },
    clear: () => set('', 0),
  };
}

function open(value: string | undefined, name: string): string | undefined {
  if (!value) return undefined;
  const { supabaseSecretKey, previousSecretKey } = environment();
  const secretKeys = previousSecretKey ? [supabaseSecretKey, previousSecretKey] : [supabaseSecretKey];
  return unseal(value, { name, secretKeys }) ?? undefined;
}

function parseStep<Schema extends z.ZodType>(
  schema: Schema,
  packed: string | undefined,
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

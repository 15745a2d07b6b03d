import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import type { z } from 'zod';
import { environment } from '../env.ts';
import { cookieOptions, ownCookieName } from './cookie-options.ts';
import { seal, unseal } from './seal.ts';

/** A cookie that only this server sets and reads, with the attributes of the session's cookies. */
type OwnCookie = {
  read(): Promise<string | undefined>;
  /** Without `lifeInSeconds`, the cookie lives 400 days. */
  write(value: string, lifeInSeconds?: number): Promise<void>;
  clear(): Promise<void>;
};

/** @param sameSite `strict` if no navigation from another site needs the cookie. */
export function ownCookie(name: string, sameSite: 'lax' | 'strict' = 'lax'): OwnCookie {
  const set = async (value: string, life: { maxAge?: number }) => {
    (await cookies()).set(ownCookieName(name), value, { ...cookieOptions(), sameSite, ...life });
  };
  return {
    read: async () => (await cookies()).get(ownCookieName(name))?.value,
    write: (value, maxAge) => set(value, maxAge === undefined ? {} : { maxAge }),
    clear: () => set('', { maxAge: 0 }),
  };
}

/** Identifies one browser while something waits that only this browser may continue. Contains no user data and grants nothing. */
type BrowserCookie = {
  /** Sets this browser's cookie or extends its life, and returns its hash. The browser's tabs share it. */
  readOrCreate(): Promise<string>;
  /** The hash of this browser's cookie, or null without one. */
  read(): Promise<string | null>;
};

/** 128 bits can't be guessed. */
const bytesOfBrowser = 16;

/** @param lifeInSeconds longer than what waits, to say it expired. @param sameSite `strict` unless other sites navigate here with it. */
export function browserCookie(
  name: string,
  { lifeInSeconds, sameSite }: { lifeInSeconds: number; sameSite: 'lax' | 'strict' },
): BrowserCookie {
  const cookie = ownCookie(name, sameSite);
  const readOwn = async () => {
    const value = await cookie.read();
    return value && /^[\w-]{22}$/.test(value) ? value : null;
  };
  return {
    readOrCreate: async () => {
      const browser = (await readOwn()) ?? randomBytes(bytesOfBrowser).toString('base64url');
      await cookie.write(browser, lifeInSeconds);
      return hashOf(browser);
    },
    read: async () => {
      const browser = await readOwn();
      return browser && hashOf(browser);
    },
  };
}

function hashOf(browser: string): string {
  return createHash('sha256').update(browser).digest('hex');
}

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

import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { seal, unseal } from '../supabase/seal.ts';

const goodForInMilliseconds = 10 * 60_000;

const Timed = z.object({ until: z.number() });

/** Seals data for a page, valid for ten minutes and only under this `name`. */
export function sealRequest(name: string, content: object): string {
  const text = JSON.stringify({ ...content, until: Date.now() + goodForInMilliseconds });
  return seal(text, { name, secretKey: environment().supabaseSecretKey });
}

/** @returns null if `sealed` was changed, sealed under another name, or is older than ten minutes. */
export function readSealedRequest<Content>(
  name: string,
  sealed: string,
  Content: z.ZodType<Content>,
): Content | null {
  const text = unseal(sealed, { name, secretKeys: environment().secretKeys });
  if (text === null) return null;
  const content: unknown = JSON.parse(text);
  return Timed.parse(content).until > Date.now() ? Content.parse(content) : null;
}

import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { seal, unseal } from '../supabase/seal.ts';

const goodForInMilliseconds = 10 * 60_000;

const Timed = z.object({ until: z.number() });

/** Seals what a page may know of an app's request, for the purpose `name` alone. */
export function sealRequest(name: string, content: object): string {
  const text = JSON.stringify({ ...content, until: Date.now() + goodForInMilliseconds });
  return seal(text, { name, secretKey: environment().supabaseSecretKey });
}

/** Reads what `sealRequest` wrote; null for what was changed, sealed for something else, or is older than ten minutes. */
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

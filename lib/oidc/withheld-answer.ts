import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { seal, unseal } from '../supabase/seal.ts';
import type { RequestState } from './request-state.ts';

const sealedAs = 'answer for an app';
const goodForInMilliseconds = 10 * 60_000;

const Sealed = z.object({ to: z.string(), until: z.number() });

/**
 * Anybody may register an app where people may, and a link with a mistake in it would lead from this site to wherever they like.
 * So an error goes back to an app that nobody reviewed only where its person let it in before, or has said no themselves.
 * @param location where the library leads: an address that the app has registered, with the error.
 * @returns the sealed address for `/connect/problem`, which says its host first; null where the library is followed.
 */
export function withholdAnswer(
  location: string | null,
  { client, grant, item }: Pick<RequestState, 'client' | 'grant' | 'item'>,
): string | null {
  if (location === null || client === null || client.is_reviewed || grant) return null;
  const hasSaidNo = item?.kind === 'Interaction' && Object.hasOwn(Object(item.payload.result), 'error');
  const { siteUrl } = environment();
  const to = new URL(location, siteUrl);
  if (hasSaidNo || to.origin === new URL(siteUrl).origin) return null;
  return sealWayBack(to.href);
}

/**
 * The same for a page of ours that has a link to an app in the place of leading there.
 * @param to an address that the app has registered.
 */
export function sealWayBack(to: string): string {
  const text = JSON.stringify({ to, until: Date.now() + goodForInMilliseconds });
  return seal(text, { name: sealedAs, secretKey: environment().supabaseSecretKey });
}

/** Reads `back` of `/connect/problem`. @returns null for what was changed, or is older than ten minutes. */
export function readWithheldAnswer(back: string | undefined): string | null {
  const { supabaseSecretKey, previousSecretKey } = environment();
  const secretKeys = [supabaseSecretKey, ...(previousSecretKey ? [previousSecretKey] : [])];
  const text = unseal(back ?? '', { name: sealedAs, secretKeys });
  if (text === null) return null;
  const { to, until } = Sealed.parse(JSON.parse(text));
  return until > Date.now() ? to : null;
}

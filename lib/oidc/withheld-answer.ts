import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import { seal, unseal } from '../http/seal.ts';
import type { RequestState } from './request-state.ts';

const sealedAs = 'answer for an app';

const Sealed = z.object({ to: z.string() });

/**
 * Withholds an error redirect to an unreviewed app: a faulty link would lead from this site to any address that its author registered.
 * @returns null if the user has a grant or has just refused; else the sealed address for a page that shows its host first.
 */
export function withholdAnswer(
  location: string,
  { client, grant, item }: Pick<RequestState, 'client' | 'grant' | 'item'>,
): string | null {
  if (client === null || client.isReviewed || grant) return null;
  const hasSaidNo = item?.kind === 'Interaction' && Object.hasOwn(Object(item.payload.result), 'error');
  const { siteUrl } = environment();
  const to = new URL(location, siteUrl);
  if (hasSaidNo || to.origin === new URL(siteUrl).origin) return null;
  return sealWayBack(to.href);
}

/** For a page that links to an app's registered address. */
export function sealWayBack(to: string): string {
  return sealRequest(sealedAs, { to });
}

/** The page after sign-out. @param back of `sealWayBack`; undefined for an app without a return address. */
export function signedOutPath(back?: string): string {
  return back === undefined ? '/connect/signed-out' : `/connect/signed-out?back=${back}`;
}

/** Reads `back` of either page. @returns null if it was changed or is older than ten minutes. */
export function readWithheldAnswer(back: string | undefined): string | null {
  return readSealedRequest(sealedAs, back ?? '', Sealed)?.to ?? null;
}

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

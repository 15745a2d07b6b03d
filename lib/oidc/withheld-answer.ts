import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import type { RequestState } from './request-state.ts';
import { readSealedRequest, sealRequest } from './sealed-request.ts';

const sealedAs = 'answer for an app';

const Sealed = z.object({ to: z.string() });

/**
 * Withholds an error redirect to an unreviewed app: a faulty link would lead from this site to any address that its author registered.
 * @returns null if the user has a grant or has just refused; else the sealed address for a page that shows its host first.
 */
export function withholdAnswer(
  location: string | null,
  { client, grant, item }: Pick<RequestState, 'client' | 'grant' | 'item'>,
): string | null {
  if (location === null || client === null || client.isReviewed || grant) return null;
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

import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import type { RequestState } from './request-state.ts';
import { readSealedRequest, sealRequest } from './sealed-request.ts';

const sealedAs = 'answer for an app';

const Sealed = z.object({ to: z.string() });

/**
 * Withholds an error from an unreviewed app, because a faulty link would otherwise lead from this site to wherever its
 * owner likes. It is passed on only if the person let the app in before, or has just refused.
 * @param location where the library leads: a registered address, with the error.
 * @returns the sealed address for `/connect/problem` or `/connect/signed-out`, which says its host first; null if the
 * library is followed.
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

/** The same for a page with a link to an app, at an address that it has registered. */
export function sealWayBack(to: string): string {
  return sealRequest(sealedAs, { to });
}

/** The page that tells users whether they are signed out here. @param back as `sealWayBack` wrote it; none for an app without a return address */
export function signedOutPath(back?: string): string {
  return back === undefined ? '/connect/signed-out' : `/connect/signed-out?back=${back}`;
}

/** Reads `back` of `/connect/problem` and `/connect/signed-out`. @returns null for what was changed, or is older than ten minutes. */
export function readWithheldAnswer(back: string | undefined): string | null {
  return readSealedRequest(sealedAs, back ?? '', Sealed)?.to ?? null;
}

import 'server-only';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { hashId } from '../apps/client-secret.ts';
import { parametersOf } from './library-types.ts';
import { requestStateOf } from './request-state.ts';
import { readSealedRequest, sealRequest, signedOutPath } from './withheld-answer.ts';

const sealedAs = 'sign-out request';

const Sealed = z.object({
  session: z.string(),
  /** Null if the app didn't identify itself. */
  clientName: z.string().nullable(),
  /** A registered address of the app, with its `state`; null for our own page. */
  returnTo: z.string().nullable(),
  /** Users reach an unreviewed app's address only by a click. */
  isReviewed: z.boolean(),
});

type SignOutRequest = Omit<z.infer<typeof Sealed>, 'session'>;

/** Replaces the library's form by our page, at an address that is valid for this session only. */
export function askForSignOut(ctx: KoaContextWithOIDC): void {
  const { viewer, client } = requestStateOf(ctx);
  const request = sealRequest(sealedAs, {
    session: hashId(viewer?.sessionId ?? ''),
    clientName: client?.name ?? null,
    returnTo: returnAddress(ctx),
    isReviewed: client?.isReviewed === true,
  } satisfies z.infer<typeof Sealed>);
  ctx.status = 303;
  ctx.redirect(`/connect/sign-out?request=${request}`);
}

/** Signed-out visitors need no confirmation. The library would answer with a form that a script submits. */
export async function returnWithoutSignOut(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next();
  if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200) return;
  ctx.status = 303;
  ctx.redirect(returnAddress(ctx) ?? signedOutPath());
}

/** The app's address after sign-out. The library has checked that it is registered. */
function returnAddress(ctx: KoaContextWithOIDC): string | null {
  const { post_logout_redirect_uri: uri, state } = parametersOf(ctx);
  if (!uri) return null;
  const url = new URL(uri);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

/** Reads `request` of `/connect/sign-out`. @returns null if it was changed, is another session's, or is older than ten minutes. */
export function readSignOutRequest(request: unknown, sessionId: string): SignOutRequest | null {
  if (typeof request !== 'string') return null;
  const sealed = readSealedRequest(sealedAs, request, Sealed);
  if (!sealed) return null;
  const { session, ...asked } = sealed;
  return session === hashId(sessionId) ? asked : null;
}

import 'server-only';
import { decodeJwt } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { parametersOf } from './library-types.ts';
import { requestStateOf } from './request-state.ts';

/**
 * Puts `offline_access` back where an app asked for it. The library drops it from a request that does not have its person
 * asked each time; here they were asked once, and what they agreed to is remembered until they end it, which OpenID Connect
 * Core 11 leaves to the provider.
 */
export function keepOfflineAccess(ctx: KoaContextWithOIDC): void {
  const { askedScope, item } = requestStateOf(ctx);
  const pushed = item?.kind === 'PushedAuthorizationRequest' ? readPushedScope(item.payload.request) : null;
  const asked = (pushed ?? askedScope)?.split(' ') ?? [];
  const params = parametersOf(ctx);
  if (!asked.includes('offline_access') || params.scope?.split(' ').includes('offline_access')) return;
  params.scope = [params.scope, 'offline_access'].filter(Boolean).join(' ');
}

/** What was pushed is kept as a token without a signature. */
function readPushedScope(request: unknown): string | null {
  const { scope } = decodeJwt(String(request));
  return typeof scope === 'string' ? scope : null;
}

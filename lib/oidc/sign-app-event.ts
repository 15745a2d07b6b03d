import 'server-only';
import { importJWK, type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import type { KnownClient } from '../apps/authenticate-client.ts';
import { environment } from '../env.ts';

export const AppEvent = z.object({
  jti: z.uuid(),
  sub: z.string(),
  kind: z.enum(['wallet-proven', 'wallet-removed', 'wallet-moved', 'grant-ended', 'account-purged']),
  /** The wallet: {account, chain, address, proven_at?}. Empty if the event concerns all wallets. */
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});
export type AppEvent = z.infer<typeof AppEvent>;

/** An event's type: a URI without a document. */
const nameEvent = (kind: AppEvent['kind']) => `${environment().siteUrl}/events/${kind}`;

/**
 * Signs a Security Event Token (RFC 8417), always with the event's own `jti`. It can't pass for an ID token: it has its own `typ`, names
 * the user only in `sub_id`, and has no `exp`. @param keys of `readKeys`.
 */
export async function signAppEvent(event: AppEvent, to: KnownClient, keys: readonly JWK[]): Promise<string> {
  const key = keys.find(({ alg }) => alg === to.alg);
  if (!key) throw new Error(`The provider has no key for ${to.alg}.`);
  const issuer = environment().siteUrl;
  const happenedAt = Date.parse(event.createdAt);
  return new SignJWT({
    iss: issuer,
    aud: to.clientId,
    jti: event.jti,
    iat: Math.floor(happenedAt / 1000),
    // With milliseconds, for sorting.
    toe: happenedAt / 1000,
    sub_id: { format: 'iss_sub', iss: issuer, sub: event.sub },
    events: { [nameEvent(event.kind)]: event.details },
  })
    .setProtectedHeader({ typ: 'secevent+jwt', alg: to.alg, kid: key.kid })
    .sign(await importJWK(key, to.alg));
}

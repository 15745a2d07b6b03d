import 'server-only';
import { importJWK, type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import type { KnownClient } from '../apps/authenticate-client.ts';
import { environment } from '../env.ts';

export const AppEvent = z.object({
  jti: z.uuid(),
  sub: z.string(),
  kind: z.enum(['wallet-proven', 'wallet-removed', 'wallet-moved', 'grant-ended', 'account-purged']),
  /** Which wallet: {account, chain, address, proven_at?}. Empty where the event is about all of them. */
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});
export type AppEvent = z.infer<typeof AppEvent>;

/** An event's name in a token: a URI with nothing to read at it. */
const nameEvent = (kind: AppEvent['kind']) => `${environment().siteUrl}/events/${kind}`;

/**
 * Signs an event as a Security Event Token (RFC 8417), which can't pass for an ID token: it has a type of its own,
 * names its person in `sub_id` alone, and never expires. The same event always has the same `jti`.
 * @param keys of `readKeys`, of each kind the signing one first.
 */
export async function signEvent(event: AppEvent, to: KnownClient, keys: readonly JWK[]): Promise<string> {
  const key = keys.find(({ alg }) => alg === to.alg);
  if (!key) throw new Error(`The provider has no key for ${to.alg}.`);
  const issuer = environment().siteUrl;
  const happenedAt = Date.parse(event.createdAt);
  return new SignJWT({
    iss: issuer,
    aud: to.clientId,
    jti: event.jti,
    iat: Math.floor(happenedAt / 1000),
    // With milliseconds, for anyone who sorts.
    toe: happenedAt / 1000,
    sub_id: { format: 'iss_sub', iss: issuer, sub: event.sub },
    events: { [nameEvent(event.kind)]: event.details },
  })
    .setProtectedHeader({ typ: 'secevent+jwt', alg: to.alg, kid: key.kid })
    .sign(await importJWK(key, to.alg));
}

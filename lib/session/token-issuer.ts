import { z } from 'zod';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { shareInProcess } from '../share-in-process.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';

const known = shareInProcess('token-issuer', () => ({ refusedLast: false, hasLogged: false }));

const Discovery = z.object({ issuer: z.string() });

export function recordTokenCheck(wereRefused: boolean): void {
  known.refusedLast = wereRefused;
}

/** For readiness. Reads Auth's discovery document, whose issuer is empty if tokens have none. Without it, the last sign-in decides. */
export async function isIssuerExpected(): Promise<boolean> {
  const { jwtIssuer } = environment();
  const answer = await fetchAuth('/.well-known/openid-configuration').catch(() => null);
  const discovery = answer?.ok ? Discovery.safeParse(await answer.json().catch(() => null)) : undefined;
  if (!discovery?.success) return !known.refusedLast;
  if (discovery.data.issuer === jwtIssuer) return true;
  logIssuerOnce(discovery.data.issuer);
  return false;
}

/** Logs a wrong issuer, nearly always a wrong setting. Safe to log, because it comes from Auth or a verified token. */
export function logIssuerOnce(issuer: unknown): void {
  if (known.hasLogged) return;
  known.hasLogged = true;
  const { jwtIssuer } = environment();
  logError(
    'backend.issuer_misfit',
    typeof issuer === 'string' && issuer !== ''
      ? `The project's tokens are refused: they are issued by ${issuer.slice(0, 200)}, and ${jwtIssuer} is expected. If that is your project, set SUPABASE_JWT_ISSUER.`
      : `The project's tokens are refused: they name no issuer, and ${jwtIssuer} is expected. Set GOTRUE_JWT_ISSUER of the Auth server to that.`,
  );
}

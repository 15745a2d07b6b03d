import { z } from 'zod';
import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import { shareInProcess } from '../share-in-process.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';

/** Whether Auth's own tokens were refused when someone last signed in, and whether the log has said why. */
const known = shareInProcess('token-issuer', () => ({ refusedLast: false, said: false }));

const Discovery = z.object({ issuer: z.string() });

/** Called after a sign-in: whether Auth's tokens could be used or were refused. */
export function noteTokensOfAuth(wereRefused: boolean): void {
  known.refusedLast = wereRefused;
}

/**
 * Whether Auth's tokens are from the expected issuer, for readiness. Auth's discovery document says it, with an empty
 * name if tokens have none. Without that document, the last sign-in decides.
 */
export async function isIssuerExpected(): Promise<boolean> {
  const { jwtIssuer } = environment();
  const answer = await fetchAuth('/.well-known/openid-configuration').catch(() => null);
  const told = answer?.ok ? Discovery.safeParse(await answer.json().catch(() => null)) : undefined;
  if (!told?.success) return !known.refusedLast;
  if (told.data.issuer === jwtIssuer) return true;
  sayIssuerOnce(told.data.issuer);
  return false;
}

/** A wrong issuer is nearly always a wrong setting. The issuer is logged, so it comes from Auth or a signed token. */
export function sayIssuerOnce(issuer: unknown): void {
  if (known.said) return;
  known.said = true;
  const { jwtIssuer } = environment();
  logError(
    'backend.issuer_misfit',
    typeof issuer === 'string' && issuer !== ''
      ? `The project's tokens are refused: they are issued by ${issuer.slice(0, 200)}, and ${jwtIssuer} is expected. If that is your project, set SUPABASE_JWT_ISSUER.`
      : `The project's tokens are refused: they name no issuer, and ${jwtIssuer} is expected. Set GOTRUE_JWT_ISSUER of the Auth server to that.`,
  );
}

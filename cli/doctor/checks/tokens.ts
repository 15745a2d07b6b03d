import { z } from 'zod';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { onSite, settings } from '../settings.ts';

const KeySet = z.object({ keys: z.array(z.object({ kty: z.string(), alg: z.string().optional() })) });
const Discovery = z.object({ issuer: z.string() });

export const tokens: Check = {
  name: 'Tokens',
  async run(_project, context) {
    return [await checkKeySet(context), ...(await checkIssuer(context))];
  },
};

async function checkKeySet(context: Context): Promise<Finding> {
  const answer = await context.askAuth('/.well-known/jwks.json');
  const told = KeySet.safeParse(answer.body);
  if (answer.status !== 200 || !told.success)
    return problem(
      'tokens.keys',
      `The project's signing keys (JWKS) can't be read (status ${answer.status}).`,
      {
        why: "Sessions can't be verified, so nobody can sign in.",
        fix: 'Serve /auth/v1/.well-known/jwks.json at the gateway without a key.',
      },
    );
  const kinds = told.data.keys.map(({ alg, kty }) => alg ?? kty);
  if (kinds.length > 0)
    return ok('tokens.keys', `Tokens are signed with an asymmetric key (${[...new Set(kinds)].join(', ')}).`);
  return warning('tokens.keys', 'Tokens are signed with a shared secret (HS256).', {
    why: 'Each session is verified with Auth once a minute, so pages are slower and depend on Auth.',
    setting: settings.signingKeys,
  });
}

async function checkIssuer(context: Context): Promise<Finding[]> {
  const { jwtIssuer } = context.environment;
  const answer = await context.askAuth('/.well-known/openid-configuration');
  const told = answer.status === 200 ? Discovery.safeParse(answer.body) : undefined;
  if (told?.success) return [judgeIssuer('tokens.issuer', told.data.issuer, jwtIssuer)];
  // --probe reads it from a token.
  if (context.options.probe) return [];
  return [
    unknown('tokens.issuer', "The tokens' issuer.", {
      fix: `--probe reads a token. Its issuer has to be ${jwtIssuer}.`,
    }),
  ];
}

/** @param told the issuer in a token or in Auth's discovery document, possibly empty */
export function judgeIssuer(id: string, told: unknown, expected: string): Finding {
  if (told === expected) return ok(id, `Tokens have the expected issuer ${expected}.`);
  const why = 'Every sign-in is refused and returns to the sign-in page.';
  if (typeof told !== 'string' || told === '')
    return problem(id, `Tokens have no issuer, but this site expects ${expected}.`, {
      why,
      setting: {
        dashboard: null,
        config: 'auth.jwt_issuer',
        selfHosted: `GOTRUE_JWT_ISSUER=${expected}`,
        site: null,
      },
    });
  return problem(id, `Tokens have the issuer ${told.slice(0, 200)}, but this site expects ${expected}.`, {
    why,
    fix: 'If that is your project, set the variable to this issuer. Otherwise SUPABASE_URL is wrong.',
    setting: { ...onSite(`SUPABASE_JWT_ISSUER=${told.slice(0, 200)}`), selfHosted: 'GOTRUE_JWT_ISSUER' },
  });
}

import { z } from 'zod';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { onSite, settings } from '../settings.ts';

const KeySet = z.object({ keys: z.array(z.object({ kty: z.string(), alg: z.string().optional() })) });
const Discovery = z.object({ issuer: z.string() });

/** What the project's tokens are signed with, and who they say they are from. */
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
    return problem('tokens.keys', `The project's key set can't be read (status ${answer.status}).`, {
      why: 'No session can be checked, so that nobody gets in.',
      fix: 'Let the gateway pass /auth/v1/.well-known/jwks.json on, without a key.',
    });
  const kinds = told.data.keys.map(({ alg, kty }) => alg ?? kty);
  if (kinds.length > 0)
    return ok(
      'tokens.keys',
      `Tokens are signed with a key that can be checked here (${[...new Set(kinds)].join(', ')}).`,
    );
  return warning('tokens.keys', 'Tokens are signed with a shared secret (HS256).', {
    why: 'Only Auth can check those. It is asked about each session once a minute: pages are slower, and wait for Auth.',
    setting: settings.signingKeys,
  });
}

async function checkIssuer(context: Context): Promise<Finding[]> {
  const { jwtIssuer } = context.environment;
  const answer = await context.askAuth('/.well-known/openid-configuration');
  const told = answer.status === 200 ? Discovery.safeParse(answer.body) : undefined;
  if (told?.success) return [judgeIssuer('tokens.issuer', told.data.issuer, jwtIssuer)];
  // A token says it itself.
  if (context.options.probe) return [];
  return [
    unknown('tokens.issuer', 'Auth does not say who its tokens are from.', {
      fix: `--probe looks at a token. It has to name ${jwtIssuer}.`,
    }),
  ];
}

/** @param told what Auth's tokens say, or its discovery document. Empty where they name nobody. */
export function judgeIssuer(id: string, told: unknown, expected: string): Finding {
  if (told === expected) return ok(id, `Tokens are from ${expected}, as this site expects.`);
  const why = 'Each sign-in is refused: it leads back to the page that it came from.';
  if (typeof told !== 'string' || told === '')
    return problem(id, `Tokens name no issuer, and this site expects ${expected}.`, {
      why,
      setting: {
        dashboard: null,
        config: 'auth.jwt_issuer',
        selfHosted: `GOTRUE_JWT_ISSUER=${expected}`,
        site: null,
      },
    });
  return problem(id, `Tokens are from ${told.slice(0, 200)}, and this site expects ${expected}.`, {
    why,
    fix: 'If that is your project, set the variable to what its tokens say. If not, SUPABASE_URL is of another project.',
    setting: { ...onSite(`SUPABASE_JWT_ISSUER=${told.slice(0, 200)}`), selfHosted: 'GOTRUE_JWT_ISSUER' },
  });
}

import { judgeIssuer } from '../checks/tokens.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { settings } from '../settings.ts';

const claimsOfAuth = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'email', 'phone', 'app_metadata', 'user_metadata'],
  ...['role', 'aal', 'amr', 'session_id', 'is_anonymous', 'client_id', 'scope'],
]);
/** Seconds. This site refreshes 90 seconds before the end, so shorter tokens would be refreshed constantly. */
const shortest = 300;
/** Seconds. Longer tokens keep working at Auth for too long after their session ended. */
const longest = 86_400;

/** Checks a new token's claims, not its signature. */
export function checkToken(accessToken: string, expectedIssuer: string): Finding[] {
  const claims = readClaims(accessToken);
  return [
    judgeIssuer('probe.issuer', claims.iss, expectedIssuer),
    judgeLife(Number(claims.exp) - Number(claims.iat)),
    judgeClaims(Object.keys(claims).filter((name) => !claimsOfAuth.has(name))),
    ...judgeAudience(claims),
  ];
}

function readClaims(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return {};
  }
}

function judgeLife(seconds: number): Finding {
  const what = `Access tokens are valid for ${seconds} s`;
  if (seconds < shortest)
    return problem('probe.token-life', `${what}.`, {
      why: "Every page refreshes its session, which soon exceeds Auth's limit.",
      setting: settings.tokenExpiry,
    });
  if (seconds > longest)
    return warning('probe.token-life', `${what}.`, {
      why: 'A stolen token works at Auth for that long, although this site ends sessions at once.',
      setting: settings.tokenExpiry,
    });
  return ok('probe.token-life', `${what}.`);
}

function judgeClaims(strange: string[]): Finding {
  if (strange.length === 0) return ok('probe.token-hook', 'No hook adds claims to tokens.');
  return warning('probe.token-hook', `A hook adds claims to each token: ${strange.join(', ')}.`, {
    why: "This site doesn't need them. They enlarge the session cookie, and anyone who reads a token sees them.",
    fix: 'Ignore this if your own app in the project needs them.',
    setting: settings.tokenHook,
  });
}

function judgeAudience({ aud, role }: Record<string, unknown>): Finding[] {
  if (aud === 'authenticated' && role === 'authenticated') return [];
  return [
    problem('probe.token-role', 'Tokens have an audience or role other than “authenticated”.', {
      why: 'Every sign-in is refused.',
      setting: {
        dashboard: null,
        config: null,
        selfHosted: 'GOTRUE_JWT_AUD=authenticated, GOTRUE_JWT_DEFAULT_GROUP_NAME=authenticated',
        site: null,
      },
    }),
  ];
}

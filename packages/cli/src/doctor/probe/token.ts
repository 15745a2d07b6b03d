import { judgeIssuer } from '../checks/tokens.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { settings } from '../settings.ts';

/** What Auth puts into an access token by itself. */
const claimsOfAuth = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'email', 'phone', 'app_metadata', 'user_metadata'],
  ...['role', 'aal', 'amr', 'session_id', 'is_anonymous', 'client_id', 'scope'],
]);
/** Seconds. This site refreshes 90 before the end: with less than this it would do nothing else. */
const shortest = 300;
/** Past it a session that was ended elsewhere lives on at Auth for too long. */
const longest = 86_400;

/** Of a token that has just been handed out. Its signature is not what is looked at here. */
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
  const what = `Access tokens live ${seconds} s`;
  if (seconds < shortest)
    return problem('probe.token-life', `${what}.`, {
      why: 'Each page would refresh its session again and again, and Auth would soon refuse.',
      setting: settings.tokenExpiry,
    });
  if (seconds > longest)
    return warning('probe.token-life', `${what}.`, {
      why: 'A token that was stolen works at Auth itself for that long. This site ends its sessions at once all the same.',
      setting: settings.tokenExpiry,
    });
  return ok('probe.token-life', `${what}.`);
}

function judgeClaims(strange: string[]): Finding {
  if (strange.length === 0) return ok('probe.token-hook', 'Nothing is added to tokens.');
  return warning('probe.token-hook', `A hook adds to each token: ${strange.join(', ')}.`, {
    why: 'This site does not need it. The session cookie grows with it, and who reads a token learns it.',
    fix: 'If your own app in the same project needs it, all is well.',
    setting: settings.tokenHook,
  });
}

function judgeAudience({ aud, role }: Record<string, unknown>): Finding[] {
  if (aud === 'authenticated' && role === 'authenticated') return [];
  return [
    problem('probe.token-role', 'Tokens are for another audience or role than “authenticated”.', {
      why: 'Each sign-in is refused.',
      setting: {
        dashboard: null,
        config: null,
        selfHosted: 'GOTRUE_JWT_AUD=authenticated, GOTRUE_JWT_DEFAULT_GROUP_NAME=authenticated',
        site: null,
      },
    }),
  ];
}

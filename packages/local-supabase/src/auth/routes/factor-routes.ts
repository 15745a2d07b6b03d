import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { addFactor, findFactor, removeFactor, requireRoomForFactor } from '../factors.ts';
import { optionalText, readBody } from '../read-body.ts';
import { readClaims, requireViewer } from '../require-viewer.ts';
import { describeTotp, makeTotpSecret } from '../totp.ts';

const Enrollment = z.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
});

/** Enrolls and removes authenticator apps. A factor counts once its first code was verified. */
export function addFactorRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/factors', (request) => enrollFactor(request, auth));
  app.delete('/factors/:factorId', async (request) => {
    const claims = await readClaims(auth, request);
    const factor = await transactAsAuth(auth, async (query) => {
      const { user, session } = await requireViewer(query, claims);
      const found = await findFactor(query, user.id, request.req.param('factorId'));
      if (found.status === 'verified' && session.aal !== 'aal2') {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      }
      return found;
    });
    await removeFactor(auth, factor);
    return request.json({ id: factor.id });
  });
}

async function enrollFactor(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const claims = await readClaims(auth, request);
  const { factor_type: type, friendly_name: name, issuer } = await readBody(request, Enrollment);
  requireTotp(type, auth);
  const secret = makeTotpSecret();
  const { factor, account } = await transactAsAuth(auth, async (query) => {
    const { user, session } = await requireViewer(query, claims);
    await requireRoomForFactor(query, { userId: user.id, name, aal: session.aal });
    // A hosted project can't name an account without an address either, and returns the same message.
    if (!user.email) throw new AuthError(500, 'unexpected_failure', 'Error generating QR Code');
    return { factor: await addFactor(query, { userId: user.id, name, secret }), account: user.email };
  });
  const totp = await describeTotp({ secret, account, issuer: issuer || new URL(auth.settings.siteUrl).host });
  return request.json({ id: factor.id, type, friendly_name: name, totp });
}

function requireTotp(type: string, { settings }: AuthContext): void {
  if (type === 'totp' && settings.allowTotp) return;
  if (type === 'totp') {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  }
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  }
  if (type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  throw validationFailed('factor_type needs to be totp, phone, or webauthn');
}

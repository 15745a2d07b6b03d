import type { Query } from '../../core/database.ts';
import type { PasskeySettings } from '../../core/passkey-settings.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { Session } from '../sessions.ts';
import type { User } from '../users.ts';

/** Throws AuthError 404 if passkeys are off. */
export function requirePasskeys(auth: AuthContext): void {
  if (!auth.settings.passkeys.isOn) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
}

/** Throws AuthError 500 for an invalid relying party ID, which Auth detects only here and not at startup. */
export function requireRelyingParty(auth: AuthContext): PasskeySettings {
  const { passkeys } = auth.settings;
  if (/^[\w.-]+$/.test(passkeys.rpId)) return passkeys;
  throw new AuthError(500, 'unexpected_failure', 'Failed to initialize WebAuthn');
}

/** Throws AuthError 403 if the account has a verified authenticator app and the session is below aal2. */
export async function requireLevel(
  query: Query,
  { user, session }: { user: User; session: Session },
): Promise<void> {
  if (session.aal === 'aal2') return;
  const verified = `select id from auth.mfa_factors where user_id = $1 and status = 'verified'`;
  if ((await query(verified, [user.id])).length === 0) return;
  const message = 'AAL2 session is required to manage passkeys when MFA is enabled';
  throw new AuthError(403, 'insufficient_aal', message);
}

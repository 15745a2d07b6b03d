import 'server-only';
import { readAccessToken } from '../../session/read-access-token.ts';
import { shareInProcess } from '../../share-in-process.ts';
import { askAuth } from '../../supabase/ask-auth.ts';

/** The site notices a change of this setting after at most this time. */
const freshForInMilliseconds = 60_000;

/**
 * Whether the project lets people add and remove sign-in methods ("manual linking"). Its settings don't tell, so Auth is asked
 * for a provider that does not exist: it refuses either way, for one reason or the other, and changes nothing.
 * @returns true when that can't be found out now: anyone who tries is told.
 */
export async function allowsManualLinking(): Promise<boolean> {
  const known = shareInProcess('manual-linking', () => ({ isOn: true, askAgainAt: 0 }));
  if (Date.now() < known.askAgainAt) return known.isOn;
  const path = '/user/identities/authorize?provider=none';
  const asked = await askAuth({ method: 'GET', path, accessToken: await readAccessToken() });
  const code = asked.ok ? null : asked.code;
  if (code === 'sign_in_method.linking_off' || code === 'field.email_invalid') {
    known.isOn = code !== 'sign_in_method.linking_off';
    known.askAgainAt = Date.now() + freshForInMilliseconds;
  }
  return known.isOn;
}

import 'server-only';
import { readAccessToken } from '../../session/read-access-token.ts';
import { shareInProcess } from '../../share-in-process.ts';
import { callAuth } from '../../supabase/call-auth.ts';

const freshForInMilliseconds = 60_000;

/**
 * Whether users may link sign-in methods; true while unknown. Settings omit it, so this reads the refusal of a provider that doesn't exist.
 */
export async function allowsManualLinking(): Promise<boolean> {
  const known = shareInProcess('manual-linking', () => ({ isOn: true, refreshAt: 0 }));
  if (Date.now() < known.refreshAt) return known.isOn;
  const path = '/user/identities/authorize?provider=none';
  const asked = await callAuth({ method: 'GET', path, accessToken: await readAccessToken() });
  const code = asked.ok ? null : asked.code;
  if (code === 'sign_in_method.linking_off' || code === 'field.email_invalid') {
    known.isOn = code !== 'sign_in_method.linking_off';
    known.refreshAt = Date.now() + freshForInMilliseconds;
  }
  return known.isOn;
}

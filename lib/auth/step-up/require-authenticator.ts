import 'server-only';
import { fail, type Result } from '../../result.ts';
import type { Viewer } from '../../session/viewer.ts';
import { listStepUpMethods } from './require-recent-auth.ts';

/** For changes that Auth makes only at aal2. Here a passkey's session counts as two factors; at Auth it is at aal1. */
export async function requireAuthenticator(viewer: Viewer): Promise<Result> {
  if (viewer.aal === 'aal2') return { ok: true };
  const listed = await listStepUpMethods(viewer);
  if (!listed.ok) return listed;
  return listed.methods.includes('authenticator') ? fail('auth.authenticator_code_required') : { ok: true };
}

import 'server-only';
import { z } from 'zod';
import { environment } from '../../env.ts';
import { fail, type Result } from '../../result.ts';
import { arePasskeysOffered } from '../../session/offered-passkeys.ts';
import { requireLiveSession } from '../../session/require-live-session.ts';
import { actingViewer, type Viewer } from '../../session/viewer.ts';
import { type Acting, callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';

export type StepUpMethod = z.infer<typeof StepUpMethod>;
const StepUpMethod = z.enum(['passkey', 'authenticator', 'password', 'code', 'wallet']);

/**
 * For changes that Auth makes and exports; database functions check it themselves. `auth.recent_auth_required` without a sign-in or
 * step-up in the last 10 minutes, `auth.second_factor_required`, `auth.signed_out`.
 */
export function checkRecentAuth(viewer: Acting): Promise<Result> {
  return callAsViewer(viewer, 'require_recent_auth');
}

/** Returns the viewer for a sensitive action; docs/security.md has the table of all, which a test tries. Refuses as `actingViewer` and `checkRecentAuth` do. */
export async function requireRecentAuth(): Promise<Result<{ viewer: Viewer }>> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const present = await checkRecentAuth(acting.viewer);
  return present.ok ? acting : present;
}

/** Auth refuses these if the project has email off. */
const methodsByEmail: StepUpMethod[] = ['password', 'code'];

/** The account's methods, best first, possibly none: a passkey, then the authenticator alone if there is one, else the others. */
export async function listStepUpMethods(
  viewer: Pick<Acting, 'id'>,
): Promise<Result<{ methods: StepUpMethod[] }>> {
  const listed = await callFunction('list_step_up_methods', {
    p_user_id: viewer.id,
    p_chain: environment().chain,
  });
  if (!listed.ok) return listed;
  const { isEmailOff } = await readSwitchedOff();
  const methods = z.array(StepUpMethod).parse(listed.rows);
  const isOff = (method: StepUpMethod) => isEmailOff && methodsByEmail.includes(method);
  const areOffered = methods.includes('passkey') && (await arePasskeysOffered());
  return {
    ok: true,
    methods: methods.filter((method) => (method === 'passkey' ? areOffered : !isOff(method))),
  };
}

/** Returns the viewer of a live session whose account has this method. Refuses with `step_up.method_unknown`. */
export async function actingBy(method: StepUpMethod): Promise<Result<{ viewer: Viewer }>> {
  const acting = await requireLiveSession();
  if (!acting.ok) return acting;
  const listed = await listStepUpMethods(acting.viewer);
  if (!listed.ok) return listed;
  return listed.methods.includes(method) ? acting : fail('step_up.method_unknown');
}

/** For changes that Auth makes only at aal2. Here a passkey's session counts as two factors; at Auth it is at aal1. */
export async function requireAuthenticator(viewer: Viewer): Promise<Result> {
  if (viewer.aal === 'aal2') return { ok: true };
  const listed = await listStepUpMethods(viewer);
  if (!listed.ok) return listed;
  return listed.methods.includes('authenticator') ? fail('auth.authenticator_code_required') : { ok: true };
}

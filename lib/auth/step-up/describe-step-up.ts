import 'server-only';
import { environment } from '../../env.ts';
import { fail, type Result } from '../../result.ts';
import { actingViewer } from '../../session/viewer.ts';
import { type Acting, callAsViewer } from '../../supabase/call-as-viewer.ts';
import { type OfferedWallets, readOfferedWallets } from '../../wallets/read-offered-wallets.ts';
import { listStepUpMethods, type StepUpMethod } from './require-recent-auth.ts';

/** `methods`: best first. `isCodeSent`: this session requested a code. `lostPath`: removes a lost authenticator, after a recovery code. */
type StepUpOffer = {
  methods: StepUpMethod[];
  email: string;
  isCodeSent: boolean;
  mailboxUrl: string | null;
  lostPath: string | null;
  wallets: OfferedWallets;
};

/** For a confirmation in place. `step_up.method_unknown` if the user needs the page, which explains what to do. */
export async function describeStepUp(): Promise<Result<StepUpOffer>> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const [listed, live, code] = await Promise.all([
    listStepUpMethods(acting.viewer),
    describeRecovery(acting.viewer),
    callAsViewer(acting.viewer, 'has_asked_for_code'),
  ]);
  if (!listed.ok) return listed;
  const owesCode = !live.ok && live.code === 'auth.second_factor_required';
  if (!live.ok && !owesCode) return live;
  if (owesCode && !listed.methods.includes('authenticator')) return fail('step_up.method_unknown');
  return {
    ok: true,
    // A passkey opens a new session, so it can't complete this session's second factor.
    methods: owesCode ? listed.methods.filter((method) => method === 'authenticator') : listed.methods,
    email: acting.viewer.email,
    isCodeSent: code.ok && code.rows,
    mailboxUrl: environment().mailboxUrl ?? null,
    lostPath: live.ok && live.mayRemove ? lostAuthenticatorPath : null,
    wallets: await readOfferedWallets(),
  };
}

/** Asks a user who signed in with a recovery code whether their authenticator is lost. */
export const lostAuthenticatorPath = '/security/lost-authenticator';

export type Recovery = {
  /** Whether the server may remove, for this session, the authenticators that its recovery code replaced. */
  mayRemove: boolean;
  secondFactors: number;
};

/** @returns `auth.signed_out` or `auth.second_factor_required`, like `checkLiveSession`. */
export async function describeRecovery(viewer: Acting): Promise<Result<Recovery>> {
  const described = await callAsViewer(viewer, 'describe_recovery');
  if (!described.ok) return described;
  const [recovery = { mayRemove: false, secondFactors: 1 }]: Recovery[] = described.rows;
  return { ok: true, ...recovery };
}

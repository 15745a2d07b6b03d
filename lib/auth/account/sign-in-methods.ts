import 'server-only';
import { z } from 'zod';
import { recordActivity } from '../../activity/activity.ts';
import { logFailure } from '../../log/log.ts';
import { fail, type Result } from '../../result.ts';
import { arePasskeysOffered } from '../../session/offered-passkeys.ts';
import { readAccessToken, refreshClaims } from '../../session/request-session.ts';
import { Provider, providerNames } from '../../session/sign-in-method.ts';
import type { Viewer } from '../../session/viewer.ts';
import { shareInProcess } from '../../share-in-process.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callAuth } from '../../supabase/call-auth.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { changeKnownMethod } from './known-methods.ts';

export type Identity = {
  id: string;
  kind: 'email' | 'wallet' | 'other' | Provider;
  who: string;
  email: string;
  isProvenWallet: boolean;
};

const Row = z.object({
  id: z.string(),
  provider: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  isProvenWallet: z.boolean(),
});

export type SignInMethods = z.infer<typeof SignInMethods>;
export const SignInMethods = z.object({
  /** Empty for an account with wallets only. */
  email: z.string(),
  hasPassword: z.boolean(),
  /** When this site last changed it; null if it never did, or there is no password. */
  passwordChangedAt: z.string().nullable(),
  emailChange: z.object({ to: z.string(), waitsForOld: z.boolean(), waitsForNew: z.boolean() }).nullable(),
  /** Proven wallets that sign in because the account has a confirmed email; of more than 1000, only that many are read. */
  walletsThatSignIn: z.number(),
  /** Number of passkeys that sign in: 0 while passkeys are off; excludes those set up elsewhere. */
  passkeys: z.number(),
  identities: z.array(Row.transform(toIdentity)),
});

/** @returns `auth.signed_out` for an ended session, `auth.second_factor_required`. */
export async function readSignInMethods(viewer: Viewer): Promise<Result<{ signInMethods: SignInMethods }>> {
  const described = await callAsViewer(viewer, 'describe_sign_in_methods');
  if (!described.ok) return described;
  return { ok: true, signInMethods: await withOfferedPasskeys(SignInMethods.parse(described.rows)) };
}

/** Passkeys that this site doesn't offer don't sign in. */
export async function withOfferedPasskeys(signInMethods: SignInMethods): Promise<SignInMethods> {
  const isOpenByPasskey = signInMethods.passkeys > 0 && (await arePasskeysOffered());
  return isOpenByPasskey ? signInMethods : { ...signInMethods, passkeys: 0 };
}

function toIdentity({ id, provider, subject, email, name, isProvenWallet }: z.infer<typeof Row>): Identity {
  const known = Provider.safeParse(provider);
  if (known.success) return { id, kind: known.data, who: name || email, email, isProvenWallet };
  // The subject is `web3:solana:<address>`.
  if (provider === 'web3')
    return { id, kind: 'wallet', who: subject.split(':').at(-1) ?? '', email, isProvenWallet };
  return {
    id,
    kind: provider === 'email' ? 'email' : 'other',
    who: email || provider,
    email,
    isProvenWallet,
  };
}

/** The account's email once Auth has removed this identity: unchanged while another identity has it. */
export function emailWithout(
  signInMethods: Pick<SignInMethods, 'email' | 'identities'>,
  identityId: string,
): string {
  const left = signInMethods.identities.filter(({ id }) => id !== identityId).map(({ email }) => email);
  return left.includes(signInMethods.email) ? signInMethods.email : (left[0] ?? signInMethods.email);
}

/** Whether no enabled method is left without this identity; null if none is removed, but a passkey. Wallets and passkeys always count. */
export function isLastSignInMethod(
  signInMethods: SignInMethods,
  identityId: string | null,
  enabled: readonly string[],
): boolean {
  if (signInMethods.walletsThatSignIn > 0 || signInMethods.passkeys > 0) return false;
  const email = identityId === null ? signInMethods.email : emailWithout(signInMethods, identityId);
  if (enabled.includes('email') && email) return false;
  const left = signInMethods.identities.filter(({ id }) => id !== identityId);
  return !left.some(({ kind }) => kind === 'wallet' || (kind !== 'email' && enabled.includes(kind)));
}

export function nameIdentity({ kind, who }: Pick<Identity, 'kind' | 'who'>): string {
  const provider = Provider.safeParse(kind);
  if (provider.success) return providerNames[provider.data];
  if (kind === 'wallet') return 'a Solana wallet';
  return kind === 'email' ? 'an email' : who;
}

const freshForInMilliseconds = 60_000;

/** Whether users may link sign-in methods; true while unknown. Settings omit it, so this reads the refusal of a made-up provider. */
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

/** Removes a provider or wallet, and its other sessions. Keeps emails (they get codes) and the last enabled method (Auth: the last). */
export async function removeSignInMethod(identityId: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const read = await readSignInMethods(acting.viewer);
  if (!read.ok) return read;
  const identity = read.signInMethods.identities.find(({ id }) => id === identityId);
  if (!identity || identity.kind === 'email') return fail('sign_in_method.unknown');
  // The wallet's proof would still sign in to the account.
  if (identity.isProvenWallet) return fail('sign_in_method.proven_wallet');
  if (read.signInMethods.identities.length === 1) return fail('sign_in_method.last');
  if (isLastSignInMethod(read.signInMethods, identity.id, await readEnabledSignInMethods()))
    return fail('sign_in_method.last_open');
  const accessToken = await readAccessToken();
  const removed = await changeKnownMethod(
    acting.viewer.id,
    { kind: 'identity', reference: identity.id },
    () => callAuth({ method: 'DELETE', path: `/user/identities/${identity.id}`, accessToken }),
  );
  if (!removed.ok) return removed;
  await recordActivity(acting.viewer.id, {
    kind: 'identity_removed',
    details: { provider: nameIdentity(identity) },
  });
  // The method is removed, so a failure to end sessions must not prevent the event and its email.
  const removedMethod = { p_method: identity.kind, p_address: identity.who };
  await logFailure(
    'session.not_ended',
    'Sessions could not be ended after a sign-in method was removed',
    callAsViewer(acting.viewer, 'end_sessions_of_sign_in_method', removedMethod),
  );
  // The account's email may have changed with it.
  await refreshClaims();
  return { ok: true };
}

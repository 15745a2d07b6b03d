import 'server-only';
import { z } from 'zod';
import { Provider } from '../../flow/providers.ts';
import type { Result } from '../../result.ts';
import { arePasskeysOffered } from '../../session/offered-passkeys.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';

export type Identity = {
  id: string;
  kind: 'email' | 'wallet' | 'other' | Provider;
  who: string;
  email: string;
  isProvenWallet: boolean;
};

export type SignInMethods = z.infer<typeof SignInMethods>;
const SignInMethods = z.object({
  /** Empty for an account with wallets only. */
  email: z.string(),
  hasPassword: z.boolean(),
  /** When this site last changed it; null if it never did, or there is no password. */
  passwordChangedAt: z.string().nullable(),
  emailChange: z.object({ to: z.string(), waitsForOld: z.boolean(), waitsForNew: z.boolean() }).nullable(),
  /** Proven wallets that sign in because the account has a confirmed email. */
  walletsThatSignIn: z.number(),
  /** Number of passkeys that sign in: 0 while passkeys are off; excludes those set up elsewhere. */
  passkeys: z.number(),
  identities: z.array(
    z
      .object({
        id: z.string(),
        provider: z.string(),
        subject: z.string(),
        email: z.string(),
        name: z.string(),
        isProvenWallet: z.boolean(),
      })
      .transform(toIdentity),
  ),
});

/** @returns `auth.signed_out` for an ended session, `auth.second_factor_required`. */
export async function readSignInMethods(viewer: Viewer): Promise<Result<{ signInMethods: SignInMethods }>> {
  const described = await callAsViewer(viewer, 'describe_sign_in_methods');
  if (!described.ok) return described;
  const signInMethods = SignInMethods.parse(described.rows);
  const isOpenByPasskey = signInMethods.passkeys > 0 && (await arePasskeysOffered());
  return { ok: true, signInMethods: isOpenByPasskey ? signInMethods : { ...signInMethods, passkeys: 0 } };
}

type Row = {
  id: string;
  provider: string;
  subject: string;
  email: string;
  name: string;
  isProvenWallet: boolean;
};

function toIdentity({ id, provider, subject, email, name, isProvenWallet }: Row): Identity {
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

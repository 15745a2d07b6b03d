import 'server-only';
import { z } from 'zod';
import type { Failure } from '../../result.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { Provider } from '../flow/providers.ts';
import { arePasskeysOffered } from '../passkey/offered-passkeys.ts';
import type { Viewer } from '../session/viewer.ts';

/** What Auth calls an identity, as the account page shows it. */
export type Identity = {
  id: string;
  kind: 'email' | 'wallet' | 'other' | Provider;
  /** Who it is there: a name, an e-mail or a wallet's address. */
  who: string;
  email: string;
  /** A wallet that is proven on the account: it signs in for as long as it is. */
  isProvenWallet: boolean;
};

/** How the viewer gets into their account. */
export type SignInMethods = {
  /** Empty for an account of a wallet alone. */
  email: string;
  hasPassword: boolean;
  /** By this site. Null where it never was, or there is none. */
  passwordChangedAt: string | null;
  /** A change of e-mail that an address has yet to agree to. */
  emailChange: { to: string; waitsForOld: boolean; waitsForNew: boolean } | null;
  /** Proven wallets that open the account because it has a confirmed e-mail. */
  walletsThatSignIn: number;
  /** How many open the account: none while passkeys are off, nor one that was set up elsewhere. */
  passkeys: number;
  /** The oldest first. */
  identities: Identity[];
};

const Described = z
  .object({
    email: z.string(),
    has_password: z.boolean(),
    password_changed_at: z.string().nullable(),
    new_email: z.string(),
    waits_for_old_address: z.boolean(),
    waits_for_new_address: z.boolean(),
    wallets_that_sign_in: z.number(),
    passkeys: z.number(),
    identities: z.array(
      z
        .object({
          id: z.string(),
          provider: z.string(),
          subject: z.string(),
          email: z.string(),
          name: z.string(),
          is_proven_wallet: z.boolean(),
        })
        .transform(toIdentity),
    ),
  })
  .transform((row): SignInMethods => {
    const waits = row.waits_for_old_address || row.waits_for_new_address;
    return {
      email: row.email,
      hasPassword: row.has_password,
      passwordChangedAt: row.password_changed_at,
      emailChange:
        row.new_email && waits
          ? {
              to: row.new_email,
              waitsForOld: row.waits_for_old_address,
              waitsForNew: row.waits_for_new_address,
            }
          : null,
      walletsThatSignIn: row.wallets_that_sign_in,
      passkeys: row.passkeys,
      identities: row.identities,
    };
  });

/** @returns the sign-in methods; `auth.signed_out` for a session that was ended, `auth.second_factor_required`. */
export async function readSignInMethods(
  viewer: Viewer,
): Promise<{ ok: true; ways: SignInMethods } | Failure> {
  const described = await callAsViewer(viewer, 'describe_sign_in_methods');
  if (!described.ok) return described;
  const ways = Described.parse(described.rows);
  const isOpenByPasskey = ways.passkeys > 0 && (await arePasskeysOffered());
  return { ok: true, ways: isOpenByPasskey ? ways : { ...ways, passkeys: 0 } };
}

type Row = {
  id: string;
  provider: string;
  subject: string;
  email: string;
  name: string;
  is_proven_wallet: boolean;
};

function toIdentity({ id, provider, subject, email, name, is_proven_wallet: isProvenWallet }: Row): Identity {
  const known = Provider.safeParse(provider);
  if (known.success) return { id, kind: known.data, who: name || email, email, isProvenWallet };
  // Auth calls it `web3:solana:<address>`.
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

/** The e-mail that Auth gives the account once this identity is gone: its own while another one has it. */
export function emailWithout(ways: Pick<SignInMethods, 'email' | 'identities'>, identityId: string): string {
  const left = ways.identities.filter(({ id }) => id !== identityId).map(({ email }) => email);
  return left.includes(ways.email) ? ways.email : (left[0] ?? ways.email);
}

import 'server-only';
import type * as library from 'oidc-provider';
import { hasAgreed, parametersOf } from './library-types.ts';
import { requestStateOf } from './request-state.ts';
import { isWalletShared, readRequestedWallet } from './requested-wallet.ts';

/** Values of `acr`: one factor, or two. A passkey counts as two. */
export const oneFactor = 'urn:countersign:1fa';
export const twoFactors = 'urn:countersign:2fa';

export function needsTwoFactors(acrValues: string | undefined): boolean {
  const wanted = acrValues?.split(' ') ?? [];
  return wanted.includes(twoFactors) && !wanted.includes(oneFactor);
}

export function makeInteractionPolicy({ interactionPolicy: { base, Check, Prompt } }: typeof library) {
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('second_factor', 'a second factor was asked for', 'login_required', (ctx) => {
      const { session } = ctx.oidc;
      return (
        needsTwoFactors(parametersOf(ctx).acr_values) &&
        Boolean(session?.accountId) &&
        session?.acr !== twoFactors
      );
    }),
  );
  // The consent page offers to switch accounts, so showing it satisfies `select_account`.
  const chooses = new Prompt({ name: 'select_account', requestable: true });
  for (const check of chooses.checks) check.error = 'consent_required';
  policy.add(chooses, 1);

  const consent = policy.get('consent');
  consent?.checks.remove('native_client_prompt');
  consent?.checks.add(
    new Check(
      'installed_app',
      'the app keeps no secret and is on a machine of its person',
      'consent_required',
      (ctx) => {
        const { redirect_uri: uri } = parametersOf(ctx);
        // Any program on the device can receive this scheme or port, so the user must see each request.
        return !requestStateOf(ctx).client?.isConfidential && !uri?.startsWith('https:') && !hasAgreed(ctx);
      },
    ),
  );
  consent?.checks.add(
    new Check('wallet_missing', 'a wallet was asked for that is not shared', 'consent_required', (ctx) => {
      const read = readRequestedWallet(parametersOf(ctx));
      if (!read.ok || read.wanted === null) return false;
      const { grant, now, item } = requestStateOf(ctx);
      const askedAt = hasAgreed(ctx) && item?.kind === 'Interaction' ? now - item.age : null;
      return !isWalletShared(read.wanted, grant?.wallets ?? [], { now, askedAt });
    }),
  );
  return policy;
}

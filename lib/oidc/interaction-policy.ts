import 'server-only';
import type * as library from 'oidc-provider';
import { needsTwoFactors, twoFactors } from './assurance.ts';
import { requestState } from './request-state.ts';
import { isWalletShared, readWantedWallet } from './wanted-wallet.ts';

type Context = library.KoaContextWithOIDC;
/** What the person has answered in this very request; not in the library's types. */
type Answered = { result?: Record<string, unknown> | undefined };
const hasAgreed = ({ oidc }: Context) => Boolean((oidc as Answered).result?.consent);

/** When an app's request waits for its person, and for what. */
export function makePolicy({ interactionPolicy: { base, Check, Prompt } }: typeof library) {
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('second_factor', 'a second factor was asked for', 'login_required', ({ oidc }) => {
      const { acr_values: acrValues } = oidc.params as { acr_values?: string };
      return (
        needsTwoFactors(acrValues) && Boolean(oidc.session?.accountId) && oidc.session?.acr !== twoFactors
      );
    }),
  );
  // The consent page offers another account: choosing one is looking at it.
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
        const { redirect_uri: uri } = ctx.oidc.params as { redirect_uri?: string };
        // Whatever else is installed there can answer to its scheme or its port, so its person has to see each request.
        return !requestState().client?.isConfidential && !uri?.startsWith('https:') && !hasAgreed(ctx);
      },
    ),
  );
  consent?.checks.add(
    new Check('wallet_missing', 'a wallet was asked for that is not shared', 'consent_required', (ctx) => {
      const read = readWantedWallet(ctx.oidc.params as object);
      if (!read.ok || read.wanted === null) return false;
      const { grant, now, item } = requestState();
      const askedAt = hasAgreed(ctx) && item?.kind === 'Interaction' ? now - item.age : null;
      return !isWalletShared(read.wanted, grant?.wallets ?? [], { now, askedAt });
    }),
  );
  return policy;
}

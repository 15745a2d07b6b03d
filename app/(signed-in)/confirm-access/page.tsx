import type { Metadata } from 'next';
import { MailboxHint } from '@/components/sign-in/mailbox-hint';
import { FailedPart } from '@/components/ui/failed-part';
import { describeRecovery, lostAuthenticatorPath } from '@/lib/auth/step-up/describe-step-up';
import { listStepUpMethods, type StepUpMethod } from '@/lib/auth/step-up/require-recent-auth';
import { homePath, safeRedirect } from '@/lib/http/safe-redirect';
import { withNext, withoutResume } from '@/lib/http/with-next';
import { stepUpMinutes } from '@/lib/lifetimes';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { Provider, providerNames } from '@/lib/session/sign-in-method';
import { requireViewer } from '@/lib/session/viewer';
import { callAsViewer } from '@/lib/supabase/call-as-viewer';
import { readEnabledSignInMethods } from '@/lib/supabase/settings';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { authenticatorReason, namePurpose, otherMethods, recoverBySigningIn, removeLost } from './methods';
import { PasskeyMethod } from './passkey-method';
import { AuthenticatorForm, CodeMethod, PasswordForm, WalletMethod } from './step-up-forms';

export const metadata: Metadata = { title: "Confirm it's you" };

export default async function ConfirmAccessPage({ searchParams }: { searchParams: SearchParams }) {
  const next = safeRedirect(await readParam(searchParams, 'next'));
  const viewer = await requireViewer(withNext('/confirm-access', next));
  const [listed, live] = await Promise.all([listStepUpMethods(viewer), describeRecovery(viewer)]);
  const refusal = live.ok ? undefined : live.code;
  if (refusal === 'auth.signed_out') redirectOnRefusal(refusal, next);
  const owesCode = refusal === 'auth.second_factor_required';
  const asked = await readParam(searchParams, 'way');
  const isOnly = asked === 'authenticator' && (await readParam(searchParams, 'only')) === '1';
  // Another tab may have removed the last authenticator.
  const needsCode = owesCode || (isOnly && live.ok && live.secondFactors > 0);
  const offered = listed.ok ? listed.methods : [];
  const methods = needsCode ? offered.filter((one) => one === 'authenticator') : offered;
  // The required authenticator was added outside this site, so it can't confirm here: sign-in asks for its code or removes it.
  const isExternal = listed.ok && needsCode && methods.length === 0;
  const way = methods.find((one) => one === asked) ?? methods[0];
  const code = way === 'code' ? await callAsViewer(viewer, 'has_asked_for_code') : null;
  return (
    <div className="tall-controls grid max-w-form gap-6">
      <div>
        <h1>Confirm it's you</h1>
        <p className="mt-1 text-muted">
          {owesCode ? owedReason : needsCode ? authenticatorReason : describePurpose(next)}
        </p>
      </div>
      {listed.ok ? null : <FailedPart code={listed.code} />}
      {isExternal ? (
        <p>
          This method was set up outside this site. Sign out and in again to enter its code, or to remove it
          if it isn't yours.
        </p>
      ) : null}
      {listed.ok && !way && !isExternal ? (
        <p>
          Your account has no method that can confirm it's you here. Sign out, then sign in another way, such
          as with {nameProviders(await readEnabledSignInMethods())}.
        </p>
      ) : null}
      {way === 'passkey' ? <PasskeyMethod /> : null}
      {way === 'authenticator' ? <AuthenticatorForm isAsked={needsCode} /> : null}
      {way === 'password' ? <PasswordForm email={viewer.email} /> : null}
      {way === 'code' ? <CodeMethod email={viewer.email} isSent={code?.ok === true && code.rows} /> : null}
      {way === 'code' ? <MailboxHint /> : null}
      {way === 'wallet' ? <WalletMethod offered={await readOfferedWallets()} /> : null}
      <OtherMethods
        methods={methods.filter((one) => one !== way)}
        next={next}
        current={way}
        owesCode={owesCode}
        lostPath={live.ok && live.mayRemove ? withNext(lostAuthenticatorPath, withoutResume(next)) : null}
      />
    </div>
  );
}

const owedReason =
  "You haven't entered a code from your authenticator in this session. Enter one to continue where you were.";

function describePurpose(next: string): string {
  return `Confirm it's you to ${namePurpose(next)}. We won't ask again for ${stepUpMinutes} minutes.`;
}

type OtherMethodsProps = {
  methods: StepUpMethod[];
  next: string;
  current: StepUpMethod | undefined;
  /** True if going back would redirect here again. */
  owesCode: boolean;
  lostPath: string | null;
};

function OtherMethods({ methods, next, current, owesCode, lostPath }: OtherMethodsProps) {
  return (
    <div className="border-t border-hairline pt-4">
      <ul className="grid empty:hidden">
        {methods.map((way) => (
          <li key={way}>
            <a href={withNext(`/confirm-access?way=${way}`, next)} className="control-link">
              {otherMethods[way]}
            </a>
          </li>
        ))}
        {lostPath ? (
          <li>
            <a href={lostPath} className="control-link">
              {removeLost}
            </a>
          </li>
        ) : null}
        {current && !lostPath ? <li className="py-2 text-muted">{signingInAgain(current)}</li> : null}
        {owesCode ? null : (
          <li>
            <a href={withoutResume(next)} className="control-link">
              {withoutResume(next) === homePath ? 'Back to your wallets' : 'Go back without confirming'}
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}

function signingInAgain(current: StepUpMethod): string {
  return current === 'authenticator' ? recoverBySigningIn : 'You can also sign out and in again.';
}

/** @returns the enabled methods that confirm only by a new sign-in, such as `GitHub or a wallet`. */
function nameProviders(enabled: readonly string[]): string {
  const providers = Provider.options.filter((provider) => enabled.includes(provider));
  const names = [...providers.map((provider) => providerNames[provider]), 'a wallet'];
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}

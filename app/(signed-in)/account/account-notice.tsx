import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { nameIdentity, type SignInMethods } from '@/lib/auth/account/sign-in-methods';
import { readShownProblem } from '@/lib/auth/sign-in/read-shown-problem';
import { homePath, safeRedirect } from '@/lib/http/safe-redirect';
import { Provider, providerNames } from '@/lib/session/sign-in-method';

type AccountNoticeProps = {
  /** Set in the page's URL by `/auth/callback` and `/auth/confirm`. */
  notice: string | undefined;
  problem: string | undefined;
  next: string | undefined;
  signInMethods: SignInMethods;
};

export function AccountNotice({ notice, problem, next, signInMethods }: AccountNoticeProps) {
  const shown = readShownProblem(problem);
  if (shown) return <Problem problem={shown} />;
  if (notice === 'email-changed' && signInMethods.email && !signInMethods.emailChange)
    return (
      <Notice title={`Your email is now ${signInMethods.email}.`}>Every other session has ended.</Notice>
    );
  const [what, name] = notice?.split('-') ?? [];
  const provider = Provider.safeParse(name);
  // The user may have typed the URL, so the page checks the claim.
  if (!provider.success || !signInMethods.identities.some(({ kind }) => kind === provider.data)) return null;
  if (what === 'added')
    return (
      <Notice title={`${providerNames[provider.data]} was added.`}>
        {describeSignInMethods(signInMethods)}
      </Notice>
    );
  if (what !== 'joined') return null;
  const nextPath = safeRedirect(next);
  return (
    <Notice title={`You can now sign in with ${providerNames[provider.data]}.`}>
      <p>Its email matches an account you already had here. {describeSignInMethods(signInMethods)}</p>
      <p>
        <a href={nextPath} className="tappable">
          {nextPath === homePath ? 'Go to your wallets' : 'Continue'}
        </a>
      </p>
    </Notice>
  );
}

/** Such as `You can sign in with a code by email, your password and GitHub.` */
export function describeSignInMethods({
  email,
  hasPassword,
  walletsThatSignIn,
  passkeys,
  identities,
}: SignInMethods): string {
  const names = [
    ...(email ? ['a code by email'] : []),
    ...(email && hasPassword ? ['your password'] : []),
    ...identities
      .filter(({ kind, isProvenWallet }) => kind !== 'email' && !(isProvenWallet && walletsThatSignIn > 0))
      .map(nameIdentity),
    ...(passkeys > 0 ? ['a passkey'] : []),
    ...(walletsThatSignIn > 0 ? ['a proven wallet'] : []),
  ];
  const last = names.pop() ?? 'nothing';
  return `You can sign in with ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}.`;
}

import { nameIdentity } from '@/lib/auth/account/name-identity';
import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';

type ProtectionProps = {
  signInMethods: SignInMethods;
  /** How many sign in here; null where the site has none. */
  passkeys: number | null;
  hasTwoStep: boolean;
  hasRecoveryCodes: boolean;
};

/** A summary of what protects the account. The sections below say what to do about each. */
export function Protection({ signInMethods, passkeys, hasTwoStep, hasRecoveryCodes }: ProtectionProps) {
  const strongest = nameOwnSignInMethod(signInMethods);
  const parts: { name: string; isSet: boolean; value?: string | undefined }[] = [
    ...(passkeys === null ? [] : [{ name: 'Passkeys', isSet: passkeys > 0, value: String(passkeys) }]),
    { name: strongest ?? 'Password', isSet: strongest !== null },
    { name: 'Two-step sign-in', isSet: hasTwoStep },
    {
      name: 'Recovery codes',
      isSet: hasRecoveryCodes,
      value: hasRecoveryCodes || hasTwoStep ? undefined : 'available after two-step sign-in',
    },
  ];
  return (
    <section
      aria-labelledby="protection"
      className="mb-6 rounded-card border border-hairline bg-surface px-4 py-3"
    >
      <h2 id="protection">
        {parts.filter(({ isSet }) => isSet).length} of {parts.length} protections on
      </h2>
      <ul
        className={`mt-2 grid gap-x-4 gap-y-1 ${parts.length > 3 ? 'wide:grid-cols-2' : 'wide:grid-cols-3'}`}
      >
        {parts.map(({ name, isSet, value }) => (
          <li key={name} className={`flex gap-2 ${isSet ? '' : 'text-muted'}`}>
            <span aria-hidden="true">{isSet ? '✓' : '○'}</span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name}: {value ?? (isSet ? 'set' : 'not set')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What opens the account besides its mail, by its name; null when anyone who reads the mail needs nothing else. */
function nameOwnSignInMethod({
  email,
  hasPassword,
  identities,
  walletsThatSignIn,
}: SignInMethods): string | null {
  if (email && hasPassword) return 'Password';
  const other = identities.find(({ kind }) => kind !== 'email');
  if (walletsThatSignIn > 0 || other?.kind === 'wallet') return 'Wallet';
  return other ? nameIdentity(other) : null;
}

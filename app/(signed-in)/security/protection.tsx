import { Icon } from '@/components/ui/icon';
import { Note } from '@/components/ui/note';
import { nameIdentity } from '@/lib/auth/account/name-identity';
import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';

type ProtectionProps = {
  signInMethods: SignInMethods;
  /** How many sign in here; null where the site has none. */
  passkeys: number | null;
  hasTwoStep: boolean;
  hasRecoveryCodes: boolean;
};

type Part = { name: string; isSet: boolean; value?: string | undefined };

/** What protects the account. The sections of the page say what to do about each. */
export function listProtections(given: ProtectionProps): Part[] {
  const { signInMethods, passkeys, hasTwoStep, hasRecoveryCodes } = given;
  const strongest = nameOwnSignInMethod(signInMethods);
  return [
    ...(passkeys === null ? [] : [{ name: 'Passkeys', isSet: passkeys > 0, value: String(passkeys) }]),
    { name: strongest ?? 'Password', isSet: strongest !== null },
    { name: 'Two-step sign-in', isSet: hasTwoStep },
    {
      name: 'Recovery codes',
      isSet: hasRecoveryCodes,
      value: hasRecoveryCodes || hasTwoStep ? undefined : 'available after two-step sign-in',
    },
  ];
}

/** How many of them there are, under the heading of the page. */
export function describeProtections(parts: Part[]): string {
  return `${parts.filter(({ isSet }) => isSet).length} of ${parts.length} protections on`;
}

export function ProtectionNote({ parts }: { parts: Part[] }) {
  return (
    <Note title="Protections">
      <ul className="grid gap-1 pt-1">
        {parts.map(({ name, isSet, value }) => (
          <li key={name} className={`flex gap-2 ${isSet ? 'text-ink' : ''}`}>
            {isSet ? (
              <Icon name="tick" />
            ) : (
              <span aria-hidden="true" className="w-4 shrink-0 text-center">
                –
              </span>
            )}
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name}: {value ?? (isSet ? 'set' : 'not set')}
            </span>
          </li>
        ))}
      </ul>
    </Note>
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

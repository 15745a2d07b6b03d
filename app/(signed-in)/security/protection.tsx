import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';

type ProtectionProps = { parts: Record<keyof typeof names, boolean> };

const names = {
  signIn: 'A password, a provider or a wallet',
  twoStep: 'Two-step sign-in',
  recovery: 'Recovery codes',
} as const;

/** What protects the account, at a glance. The sections beneath say what to do about each. */
export function Protection({ parts }: ProtectionProps) {
  const keys = Object.keys(names) as (keyof typeof names)[];
  const count = keys.filter((key) => parts[key]).length;
  return (
    <section
      aria-labelledby="protection"
      className="mb-6 rounded-card border border-hairline bg-surface px-4 py-3"
    >
      <h2 id="protection">
        Protection: {count} of {keys.length} set
      </h2>
      <ul className="mt-2 grid gap-x-4 gap-y-1 wide:grid-cols-3">
        {keys.map((key) => (
          <li key={key} className={`flex gap-2 ${parts[key] ? '' : 'text-muted'}`}>
            <span aria-hidden="true">{parts[key] ? '✓' : '○'}</span>
            <span>
              {names[key]}: {parts[key] ? 'set' : 'not set'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether somebody who reads the mail of the account needs something else to be its owner's way in. */
export function hasOwnWayIn({ email, hasPassword, identities, walletsThatSignIn }: SignInMethods): boolean {
  return (
    (email !== '' && hasPassword) || walletsThatSignIn > 0 || identities.some(({ kind }) => kind !== 'email')
  );
}

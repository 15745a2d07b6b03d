import { Icon } from '@/components/ui/icon';
import { Note } from '@/components/ui/note';
import { PageLink } from '@/components/ui/page-link';
import { recoveryCodesPath } from '@/lib/auth/account/enroll-authenticator';

type ProtectionProps = {
  /** The number of passkeys that can sign in; null if the site offers none. */
  passkeys: number | null;
  hasTwoStep: boolean;
  /** Null without two-step sign-in, which they belong to. */
  hasRecoveryCodes: boolean | null;
};

type Part = {
  name: string;
  isSet: boolean;
  value?: string | undefined;
  next: { label: string; path: string; rank: number };
};

export function listProtections({ passkeys, hasTwoStep, hasRecoveryCodes }: ProtectionProps): Part[] {
  return [
    ...(passkeys === null
      ? []
      : [
          {
            name: 'Passkeys',
            isSet: passkeys > 0,
            value: String(passkeys),
            next: { label: 'Add a passkey', path: '#passkeys', rank: 1 },
          },
        ]),
    {
      name: 'Two-step sign-in',
      isSet: hasTwoStep,
      next: { label: 'Add an authenticator app', path: '#two-step', rank: 2 },
    },
    ...(hasRecoveryCodes === null
      ? []
      : [
          {
            name: 'Recovery codes',
            isSet: hasRecoveryCodes,
            // First, because a lost phone locks out a user without recovery codes.
            next: { label: 'Make recovery codes', path: recoveryCodesPath, rank: 0 },
          },
        ]),
  ];
}

export function describeProtections(parts: Part[]): string {
  return `${parts.filter(({ isSet }) => isSet).length} of ${parts.length} protections on`;
}

export function ProtectionNote({ parts }: { parts: Part[] }) {
  const [next] = parts
    .filter(({ isSet }) => !isSet)
    .map((part) => part.next)
    .sort((one, other) => one.rank - other.rank);
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
      <p className="mt-2">
        {next ? (
          <>
            Next: <PageLink href={next.path}>{next.label}</PageLink>
          </>
        ) : (
          'Everything is on.'
        )}
      </p>
    </Note>
  );
}

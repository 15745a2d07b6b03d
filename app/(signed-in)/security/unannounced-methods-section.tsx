import type { ReactNode } from 'react';
import { ButtonForm } from '@/components/ui/button-form';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { LocalTime } from '@/components/ui/local-time';
import type { UnannouncedMethod } from '@/lib/auth/account/known-methods';
import { nameChangedMethod } from '@/lib/session/sign-in-method';
import { keepUnannouncedMethodAction } from './actions';
import { Section } from './section';

const removals: Record<UnannouncedMethod['kind'], ReactNode> = {
  password: 'Change the password below: that ends every other session too.',
  authenticator: 'Remove it below.',
  passkey: 'Remove it below.',
  identity: (
    <>
      Remove it from the sign-in methods on <a href="/account">your account</a>.
    </>
  ),
  email: (
    <>
      Change it back on <a href="/account">your account</a>.
    </>
  ),
};

export function UnannouncedMethodsSection({ found }: { found: UnannouncedMethod[] }) {
  if (found.length === 0) return null;
  return (
    <Section
      title="Set up outside this site"
      fact="Someone with access to your account set this up outside this site. Until you keep it, it can't be used here to confirm it's you."
    >
      <ul className="divide-y divide-hairline border-t border-hairline">
        {found.map(({ id, kind, name, foundAt }) => (
          <li key={id} className="grid gap-2 py-3">
            <p className="font-semibold">{nameChangedMethod(name)}</p>
            <p className="text-muted">
              Noticed on <LocalTime at={foundAt} isDay />. Not you? {removals[kind]}
            </p>
            <ButtonForm
              action={keepUnannouncedMethodAction}
              values={{ id }}
              variant="secondary"
              Submit={HeldSubmitButton}
              label="It was me, keep it"
              pendingLabel="Keeping…"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { LocalTime } from '@/components/local-time';
import { buttonClasses } from '@/components/ui/button';
import { authenticatorPath } from '@/lib/auth/account/enroll-authenticator';
import type { Authenticator } from '@/lib/auth/session/mfa-factors';
import { describeError } from '@/lib/result';
import { RemoveAuthenticator } from './remove-authenticator';
import { Section } from './section';

type TwoStepSectionProps = { authenticators: Authenticator[]; hasEmail: boolean; offersPasskeys: boolean };

export function TwoStepSection({ authenticators, hasEmail, offersPasskeys }: TwoStepSectionProps) {
  const isOn = authenticators.length > 0;
  const { title, hint } = describeError('factor.email_needed');
  return (
    <Section
      title="Two-step sign-in"
      fact={
        isOn
          ? `On. Every way to sign in${offersPasskeys ? ' but a passkey' : ''} also asks for a code from an authenticator app.`
          : 'Off. With an authenticator app, a stolen password or mailbox is not enough to sign in.'
      }
      action={
        hasEmail ? (
          <a href={authenticatorPath} className={buttonClasses('secondary')}>
            {isOn ? 'Add another' : 'Add an authenticator app'}
          </a>
        ) : (
          <a href="/account#email" className={buttonClasses('secondary')}>
            Add an email
          </a>
        )
      }
    >
      {hasEmail ? null : (
        <p>
          {title} {hint}
        </p>
      )}
      {isOn ? (
        <ul className="divide-y divide-hairline border-t border-hairline">
          {authenticators.map(({ id, name, addedAt }) => (
            <li key={id} className="grid gap-1 py-3">
              <p className="break-words font-semibold">{name}</p>
              <p className="text-muted">
                Added <LocalTime at={addedAt} isDay />
              </p>
              <RemoveAuthenticator id={id} name={name} isLast={authenticators.length === 1} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

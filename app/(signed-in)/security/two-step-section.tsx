import { LocalTime } from '@/components/local-time';
import { buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { authenticatorPath } from '@/lib/auth/account/enroll-authenticator';
import { describeError } from '@/lib/result';
import type { Authenticator } from '@/lib/session/mfa-factors';
import { removeAuthenticatorAction } from './actions';
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
          ? `On. Every sign-in method${offersPasskeys ? ' but a passkey' : ''} also asks for a code from an authenticator app.`
          : "Off. With an authenticator app, a stolen password or mailbox isn't enough to sign in."
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

type RemoveAuthenticatorProps = { id: string; name: string; isLast: boolean };

/** Says first what it means, above all for the last one. */
function RemoveAuthenticator({ id, name, isLast }: RemoveAuthenticatorProps) {
  return (
    <details className="group">
      <summary className={buttonClasses('quiet', '-ml-2.5 list-none [&::-webkit-details-marker]:hidden')}>
        <span>
          Remove<span className="sr-only"> {name}</span>…
        </span>
      </summary>
      <div className="mt-2 grid gap-3 rounded-control border border-hairline bg-sunken px-3.5 py-3">
        <p>
          {isLast
            ? 'This is your only authenticator. Removing it turns two-step sign-in off: your password or an emailed code is enough to sign in, and your recovery codes stop working.'
            : 'Its codes stop working. Your other authenticators still work.'}
        </p>
        <ButtonForm
          action={removeAuthenticatorAction}
          values={{ factorId: id }}
          variant="danger"
          label={isLast ? `Remove ${name} and turn two-step sign-in off` : `Remove ${name}`}
          pendingLabel="Removing…"
        />
      </div>
    </details>
  );
}

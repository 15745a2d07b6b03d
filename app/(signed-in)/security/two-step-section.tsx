import { buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { LocalTime } from '@/components/ui/local-time';
import { RowMenu } from '@/components/ui/row-menu';
import { describeError } from '@/lib/result';
import type { Authenticator } from '@/lib/session/mfa';
import { removeAuthenticatorAction, startEnrollmentAction } from './actions';
import { Row, Section } from './section';

type TwoStepSectionProps = { authenticators: Authenticator[]; hasEmail: boolean; offersPasskeys: boolean };

export function TwoStepSection({ authenticators, hasEmail, offersPasskeys }: TwoStepSectionProps) {
  const isOn = authenticators.length > 0;
  const { title, hint } = describeError('factor.email_needed');
  return (
    <Section
      id="two-step"
      title="Two-step sign-in"
      fact={
        isOn
          ? `On. Every sign-in method${offersPasskeys ? ' except a passkey' : ''} also asks for a code from an authenticator app.`
          : "Off. With an authenticator app, a stolen password or mailbox isn't enough to sign in."
      }
      action={
        hasEmail ? (
          <ButtonForm
            action={startEnrollmentAction}
            place="#two-step"
            variant="secondary"
            isWide
            label={isOn ? 'Add another' : 'Add an authenticator app'}
            pendingLabel="One moment…"
          />
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
        <ul>
          {authenticators.map(({ id, name, addedAt }) => (
            <Row
              key={id}
              icon="phone"
              title={<span className="font-semibold">{name}</span>}
              facts={
                <>
                  Added <LocalTime at={addedAt} isDay />
                </>
              }
              action={
                <RowMenu
                  name={name}
                  choices={[
                    {
                      icon: 'trash',
                      label: 'Remove…',
                      heading: `Remove ${name}?`,
                      form: <RemoveAuthenticator id={id} name={name} isLast={authenticators.length === 1} />,
                    },
                  ]}
                />
              }
            />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

type RemoveAuthenticatorProps = { id: string; name: string; isLast: boolean };

function RemoveAuthenticator({ id, name, isLast }: RemoveAuthenticatorProps) {
  return (
    <div className="grid gap-4">
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
        Submit={HeldSubmitButton}
      />
    </div>
  );
}

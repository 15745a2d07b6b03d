import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { BesideIntro } from '@/app/(signed-out)/beside-intro';
import { ForApp } from '@/app/(signed-out)/for-app';
import { PasskeyOption } from '@/app/(signed-out)/sign-in/passkey-option';
import { MailboxHint } from '@/components/sign-in/mailbox-hint';
import { ButtonForm } from '@/components/ui/button-form';
import { LocalTime } from '@/components/ui/local-time';
import { Notice } from '@/components/ui/notice';
import {
  type AuthenticatorRecovery,
  describePendingMfa,
  type MfaOffer,
  removeExternalPath,
} from '@/lib/auth/sign-in/external-authenticator';
import { readPendingMfa, secondFactorPath } from '@/lib/auth/sign-in/finish-sign-in';
import { readParam, type SearchParams } from '@/lib/search-params';
import { shortenEmail } from '@/lib/shorten';
import { cancelMfaAction } from './actions';
import { ExternalAuthenticatorForm, FactorCodeForm, RecoveryCodeForm } from './mfa-forms';

export const metadata: Metadata = { title: 'Sign in' };

function describeAuthenticatorRecovery({ needsPassword, needsCode }: AuthenticatorRecovery): string {
  const proofs = [
    ...(needsPassword ? ['your password'] : []),
    ...(needsCode ? ['a code from your email'] : []),
  ];
  return `Enter ${proofs.join(' and ')} first. Then we'll remove the second step that wasn't set up here and end every other session.`;
}

export default async function SecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  const offer = await describePendingMfa();
  if (!offer) redirect('/sign-in');
  const { recovery, takesCode } = offer;
  const asked = await readParam(searchParams, 'with');
  const next = (await readPendingMfa())?.next;
  const isSent = (await readParam(searchParams, 'sent')) === '1';
  return (
    <BesideIntro next={next} isFirst={false}>
      <div className="grid gap-1">
        <h1>Sign in</h1>
        {offer.email ? (
          <p className="text-muted [overflow-wrap:anywhere]">
            You're signing in as{' '}
            <strong className="font-semibold text-ink">{shortenEmail(offer.email)}</strong>.
          </p>
        ) : null}
      </div>
      <ForApp next={next} />
      {recovery && asked === 'password-and-code' ? (
        <>
          <p>{describeAuthenticatorRecovery(recovery)}</p>
          <ExternalAuthenticatorForm recovery={recovery} isSent={isSent} />
          {recovery.needsCode ? <MailboxHint /> : null}
          <p>
            <a href={secondFactorPath} className="tappable">
              {takesCode ? "It's mine. Enter a code" : "It's mine. Go back"}
            </a>
          </p>
        </>
      ) : asked === 'recovery-code' ? (
        <>
          <p>
            Enter one of your recovery codes. It works once and ends every other session. Your authenticator
            stays; if you've lost it, you can remove it next.
          </p>
          <RecoveryCodeForm />
          <p>
            <a href={secondFactorPath} className="tappable">
              Use your authenticator app instead
            </a>
          </p>
        </>
      ) : (
        <>
          {offer.isExternal ? <ExternalNotice recovery={recovery} takesCode={takesCode} /> : null}
          {takesCode ? (
            <>
              <p>Enter the six digits your authenticator app shows.</p>
              <FactorCodeForm />
            </>
          ) : (
            <p>
              Signing in here needs a code from an authenticator app. Your account has a different second
              step, such as a phone or a security key, which can't be used here.
            </p>
          )}
          <p>
            <a href={`${secondFactorPath}?with=recovery-code`} className="tappable">
              Use a recovery code
            </a>
          </p>
          <PasskeyOption note="A passkey counts as both steps." />
        </>
      )}
      <hr className="border-hairline" />
      <div className="flex flex-wrap items-baseline gap-x-2">
        {offer.email ? <p>Not you?</p> : null}
        <ButtonForm
          action={cancelMfaAction}
          variant="quiet"
          className="-mx-2.75 forced-colors:mx-0"
          label="Cancel and start over"
          pendingLabel="Canceling…"
        />
      </div>
    </BesideIntro>
  );
}

function ExternalNotice({ recovery, takesCode }: Pick<MfaOffer, 'recovery' | 'takesCode'>) {
  return (
    <Notice title={`This ${takesCode ? 'authenticator' : 'second step'} was set up outside this site.`}>
      {recovery ? (
        <>
          {recovery.foundAt ? (
            <p>
              We noticed it on <LocalTime at={recovery.foundAt} isDay />.
            </p>
          ) : null}
          <a href={removeExternalPath} className="tappable">
            It isn't mine. Remove it
          </a>
        </>
      ) : (
        <p>
          If it isn't yours, sign in another way. We remove it once you confirm two sign-in methods the
          account had before, such as a password and a code by email. If you have only one, contact the site's
          team.
        </p>
      )}
    </Notice>
  );
}

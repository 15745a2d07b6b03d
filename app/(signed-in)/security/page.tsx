import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { describeDone } from '@/app/(signed-in)/done-messages';
import { Setting } from '@/app/(signed-in)/setting';
import { buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { FailedPart } from '@/components/ui/failed-part';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { LocalTime } from '@/components/ui/local-time';
import { Note, Notes } from '@/components/ui/note';
import { PageLink } from '@/components/ui/page-link';
import { recoveryCodesPath } from '@/lib/auth/account/enroll-authenticator';
import type { UnannouncedMethod } from '@/lib/auth/account/known-methods';
import { identifyPasskeyHolder } from '@/lib/auth/account/passkeys';
import { readSecurity } from '@/lib/auth/account/read-security';
import { areCodesDue, type RecoveryCodes } from '@/lib/auth/account/recovery-codes';
import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';
import { readParam, type SearchParams } from '@/lib/search-params';
import { listAuthenticators } from '@/lib/session/mfa';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { nameChangedMethod } from '@/lib/session/sign-in-method';
import { requireViewer } from '@/lib/session/viewer';
import { keepUnannouncedMethodAction } from './actions';
import { PasskeysSection } from './passkeys/passkeys-section';
import { PasswordForm } from './password-form';
import { describeProtections, listProtections, ProtectionNote } from './protection';
import { Section } from './section';
import { SessionsSection } from './sessions-section';
import { TwoStepSection } from './two-step-section';

export const metadata: Metadata = { title: 'Security' };

export default async function SecurityPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer('/security');
  // Auth lists the authenticators: if it is down, the page shows the rest.
  const [factors, read, holder] = await Promise.all([
    listAuthenticators(viewer.id),
    readSecurity(viewer),
    identifyPasskeyHolder(viewer),
  ]);
  const security = read.ok ? read.security : null;
  const now = new Date().toISOString();
  const asked = await readParam(searchParams, 'done');
  const done = describeDone('/security', asked);
  // Keeps the message across the redirect to step-up.
  if (!read.ok) redirectOnRefusal(read.code, done ? `/security?done=${asked}` : '/security');
  const failed = [factors, read].find(({ ok }) => !ok);
  const confirmed = security?.passkeys.filter(({ isConfirmed }) => isConfirmed).length ?? 0;
  const protections =
    factors.ok && security
      ? listProtections({
          passkeys: holder ? confirmed : null,
          hasTwoStep: factors.authenticators.length > 0,
          hasRecoveryCodes: factors.authenticators.length > 0 ? !areCodesDue(security.codes) : null,
        })
      : null;
  return (
    <div className="with-notes">
      <div className="min-w-0">
        <h1>Security</h1>
        <p className="mt-1 mb-6 min-h-[22px] text-muted">
          {protections ? describeProtections(protections) : null}
        </p>
        <p role="status" className="not-empty:mb-6">
          {done}
          {/* The passkeys section moves the focus itself. */}
          {done && asked !== 'passkey-removed' ? <FocusOutcome key={Date.now()} /> : null}
        </p>
        {failed && !failed.ok ? (
          <div className="mb-6">
            <FailedPart code={failed.code} />
          </div>
        ) : null}
        <div className="divide-y divide-hairline border-t border-hairline min-[1024px]:border-b">
          {security ? <UnannouncedMethodsSection found={security.found} /> : null}
          {security ? (
            <PasskeysSection
              passkeys={security.passkeys}
              holder={holder}
              isRemoval={asked === 'passkey-removed'}
              now={now}
            />
          ) : null}
          {factors.ok ? (
            <TwoStepSection
              authenticators={factors.authenticators}
              hasEmail={viewer.email !== ''}
              offersPasskeys={holder !== null}
            />
          ) : null}
          {factors.ok && security && factors.authenticators.length > 0 ? (
            <RecoverySection codes={security.codes} hasPasskeys={holder !== null && confirmed > 0} />
          ) : null}
          {security ? <PasswordSection signInMethods={security.signInMethods} /> : null}
          {security ? <SessionsSection sessions={security.sessions} now={now} /> : null}
        </div>
      </div>
      <Notes>
        {protections ? <ProtectionNote parts={protections} /> : null}
        <Note title="See something you don't recognize?">
          <p>
            {security
              ? describeRemedy(security.sessions.length > 1, security.signInMethods.hasPassword)
              : null}
            <PageLink href="/activity">Activity</PageLink> lists everything that happened.
          </p>
        </Note>
      </Notes>
    </div>
  );
}

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

function UnannouncedMethodsSection({ found }: { found: UnannouncedMethod[] }) {
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

function describeRemedy(hasOtherSessions: boolean, hasPassword: boolean): string {
  if (!hasPassword) return hasOtherSessions ? 'End that session. ' : '';
  return hasOtherSessions ? 'End that session, then change your password. ' : 'Change your password. ';
}

/** Renders nothing for an account without an email, because Auth gives it no password. */
function PasswordSection({
  signInMethods: { email, hasPassword, passwordChangedAt },
}: {
  signInMethods: SignInMethods;
}) {
  if (!email) return null;
  return (
    <Section
      title="Password"
      fact={
        hasPassword ? (
          <>
            Your password is set.
            {passwordChangedAt ? (
              <>
                {' '}
                Last changed here on <LocalTime at={passwordChangedAt} isDay />.
              </>
            ) : null}
          </>
        ) : (
          'You have no password and sign in without one.'
        )
      }
    >
      <Setting id="password" action={hasPassword ? 'Change' : 'Set'} object="the password">
        <PasswordForm email={email} hasPassword={hasPassword} />
      </Setting>
    </Section>
  );
}

type RecoverySectionProps = { codes: RecoveryCodes; hasPasskeys: boolean };

function RecoverySection({ codes: { unused, madeAt, areKept }, hasPasskeys }: RecoverySectionProps) {
  const left = unused === 1 ? 'One code is' : `${unused} codes are`;
  return (
    <Section
      id="recovery-codes"
      title="Recovery codes"
      fact={
        unused > 0 && madeAt && areKept ? (
          <>
            {left} left, made <LocalTime at={madeAt} isDay />. Each signs you in once without your
            authenticator.
          </>
        ) : (
          <span className="text-warning">
            {unused > 0
              ? "You haven't saved your codes. We can't show them again, so make new ones. "
              : 'You have none. '}
            {hasPasskeys
              ? 'If you lose your phone, you can only sign in with a passkey.'
              : "If you lose your phone without one, you're locked out."}
          </span>
        )
      }
      action={
        <a href={recoveryCodesPath} className={buttonClasses('secondary')}>
          {unused > 0 ? 'Make new ones' : 'Make recovery codes'}
        </a>
      }
    />
  );
}

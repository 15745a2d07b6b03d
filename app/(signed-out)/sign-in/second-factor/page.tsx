import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { LocalTime } from '@/components/local-time';
import { MailboxHint } from '@/components/mailbox-hint';
import { Notice } from '@/components/ui/notice';
import { readWayPast, removeForeignPath, type WayPast } from '@/lib/auth/second-step/foreign-authenticator';
import { readUnfinishedSignIn } from '@/lib/auth/second-step/unfinished-sign-in';
import { secondFactorPath } from '@/lib/auth/sign-in/finish-sign-in';
import { readParam, type SearchParams } from '@/lib/search-params';
import { CancelForm } from './cancel-form';
import { FactorCodeForm } from './factor-code-form';
import { ForeignAuthenticatorForm } from './foreign-authenticator-form';
import { RecoveryCodeForm } from './recovery-code-form';

export const metadata: Metadata = { title: 'Sign in' };

function describeWayPast({ needsPassword, needsCode }: WayPast): string {
  const proofs = [...(needsPassword ? ['your password'] : []), ...(needsCode ? ['a code by mail'] : [])];
  const asks = proofs.length > 0 ? ` We ask for ${proofs.join(' and ')} first.` : '';
  return `An authenticator that nobody set up here is removed, and every other session ends.${asks}`;
}

/** The second step of signing in, for an account with an authenticator. Nobody is signed in yet. */
export default async function SecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  if (!(await readUnfinishedSignIn())) redirect('/sign-in');
  const asked = await readParam(searchParams, 'with');
  const past = await readWayPast();
  const isSent = (await readParam(searchParams, 'sent')) === '1';
  return (
    <div className="grid gap-6">
      <h1>Sign in</h1>
      {past.ok && asked === 'password-and-code' ? (
        <>
          <p>{describeWayPast(past.way)}</p>
          <ForeignAuthenticatorForm way={past.way} isSent={isSent} />
          {past.way.needsCode ? <MailboxHint /> : null}
          <p>
            <a href={secondFactorPath} className="tappable">
              It is mine: enter its code
            </a>
          </p>
        </>
      ) : asked === 'recovery-code' ? (
        <>
          <p>
            Enter one of the recovery codes that you kept. It works once. Your authenticators are removed and
            every other session ends, so that you can start over.
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
          {past.ok ? (
            <Notice title="This authenticator was set up outside this site.">
              {past.way.foundAt ? (
                <p>
                  We noticed it on <LocalTime at={past.way.foundAt} isDay />.
                </p>
              ) : null}
              <a href={removeForeignPath} className="tappable">
                I didn't set it up: remove it
              </a>
            </Notice>
          ) : null}
          <p>Enter the six digits that your authenticator app shows now.</p>
          <FactorCodeForm />
          <p>
            <a href={`${secondFactorPath}?with=recovery-code`} className="tappable">
              Use a recovery code
            </a>
          </p>
        </>
      )}
      <hr className="border-hairline" />
      <CancelForm />
    </div>
  );
}

import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { readUnfinishedSignIn } from '@/lib/auth/second-step/unfinished-sign-in';
import { secondFactorPath } from '@/lib/auth/sign-in/finish-sign-in';
import { readParam, type SearchParams } from '@/lib/search-params';
import { CancelForm } from './cancel-form';
import { FactorCodeForm } from './factor-code-form';
import { RecoveryCodeForm } from './recovery-code-form';

export const metadata: Metadata = { title: 'Sign in' };

/** The second step of signing in, for an account with an authenticator. Nobody is signed in yet. */
export default async function SecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  if (!(await readUnfinishedSignIn())) redirect('/sign-in');
  const usesRecoveryCode = (await readParam(searchParams, 'with')) === 'recovery-code';
  return (
    <div className="grid gap-6">
      <h1>Sign in</h1>
      {usesRecoveryCode ? (
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

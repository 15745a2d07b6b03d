import type { Metadata } from 'next';
import { Setting } from '@/app/(signed-in)/setting';
import { SyncPasskeyNames } from '@/app/(signed-in)/sync-passkeys';
import { MailboxHint } from '@/components/sign-in/mailbox-hint';
import { Button, buttonClasses } from '@/components/ui/button';
import { FailedPart } from '@/components/ui/failed-part';
import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { readOwnAccount } from '@/lib/auth/account/own-account';
import { describePasskeyOwner } from '@/lib/auth/account/passkeys';
import { allowsManualLinking, type SignInMethods } from '@/lib/auth/account/sign-in-methods';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { peekPasskeys } from '@/lib/session/offered-passkeys';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';
import { readEnabledSignInMethods, readSwitchedOff } from '@/lib/supabase/settings';
import { ConfirmChangeForm, EmailForm, NameForm } from './account-forms';
import { AccountNotice } from './account-notice';
import { PageSection } from './page-section';
import { SignInMethodsSection } from './sign-in-methods-section';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer('/account');
  const [own, enabled, { isEmailOff }, allowsLinking, { isOffered }] = await Promise.all([
    readOwnAccount(viewer),
    readEnabledSignInMethods(),
    readSwitchedOff(),
    allowsManualLinking(),
    peekPasskeys(),
  ]);
  if (!own.ok) redirectOnRefusal(own.code, '/account');
  const account = own.ok ? own.account : null;
  const owner = account && (await describePasskeyOwner(viewer, account));
  const news = {
    notice: await readParam(searchParams, 'notice'),
    problem: await readParam(searchParams, 'problem'),
    next: await readParam(searchParams, 'next'),
  };
  return (
    <>
      <h1 className="mb-6">Account</h1>
      {account ? (
        <div className="mb-6 empty:hidden">
          <AccountNotice {...news} signInMethods={account.signInMethods} />
        </div>
      ) : null}
      <div className="divide-y divide-hairline border-y border-hairline">
        <section className="relative grid gap-4 py-5">
          <div>
            <h2>Name</h2>
            {account ? (
              <p className="[overflow-wrap:anywhere]">{account.displayName ?? 'No name yet.'}</p>
            ) : null}
            <p className="text-muted">
              New statements that you sign include your name, if you set one, and your account ID.
            </p>
            <p className="mt-2">
              {account ? (
                <>
                  Account ID <code className="font-mono">{account.code}</code>
                </>
              ) : (
                'Account ID: not available right now'
              )}
            </p>
          </div>
          {account ? (
            <Setting id="name" action={account.displayName ? 'Change' : 'Add'} object="the name">
              <NameForm name={account.displayName} />
            </Setting>
          ) : null}
        </section>
        {own.ok ? (
          <>
            <PageSection own={own.account.page} accountCode={own.account.code} />
            <EmailSection signInMethods={own.account.signInMethods} />
            <SignInMethodsSection
              signInMethods={own.account.signInMethods}
              enabled={enabled}
              isEmailOff={isEmailOff}
              offersPasskeys={isOffered}
              allowsLinking={allowsLinking}
            />
          </>
        ) : (
          <>
            <section id="public-page" className="py-5">
              <h2>Your page</h2>
              <p className="text-muted">Not available right now.</p>
            </section>
            <section className="py-4">
              <h2>Sign-in email</h2>
              <p className="text-muted">{viewer.email || 'None yet.'}</p>
              <div className="mt-4">
                <FailedPart code={own.code} />
              </div>
            </section>
          </>
        )}
        {owner ? <SyncPasskeyNames owner={owner} /> : null}
        <ExportSection searchParams={searchParams} />
        <DeleteSection />
      </div>
    </>
  );
}

function DeleteSection() {
  return (
    <section className="grid gap-x-6 gap-y-3 py-5 wide:grid-cols-[minmax(0,1fr)_auto] wide:items-start">
      <div>
        <h2>Delete the account</h2>
        <p className="text-muted">
          The next page lists what is deleted and what stays. Nothing is deleted until you confirm.
        </p>
      </div>
      <div>
        <a href="/account/delete" className={buttonClasses('danger')}>
          Delete the account…
        </a>
      </div>
    </section>
  );
}

/** The codes that a failed export may set in the URL. A link can't make the page show anything else. */
const exportProblems = ['account.too_many_exports', 'backend.unavailable', 'request.unexpected'] as const;

/** Exports the account as a file. A plain form, so that the browser downloads the response. */
async function ExportSection({ searchParams }: { searchParams: SearchParams }) {
  const named = await readParam(searchParams, 'export-problem');
  const problem = exportProblems.find((one) => one === named);
  const wait = Number(await readParam(searchParams, 'wait'));
  return (
    <section
      id="export"
      className="grid gap-x-6 gap-y-3 py-5 wide:grid-cols-[minmax(0,1fr)_auto] wide:items-start"
    >
      <div>
        <h2>Export</h2>
        <p className="text-muted">
          Everything we hold about you, as one JSON file: wallets and their history, proofs with the exact
          signed bytes, passkeys, apps, sessions and activity. Anyone can verify the proofs in it.
        </p>
      </div>
      <form method="post" action="/account/export">
        <input type="hidden" name="format" value="json" />
        <Button type="submit">Export everything</Button>
      </form>
      {problem ? (
        <div className="wide:col-span-2">
          <Problem problem={describeError(problem, wait)} />
        </div>
      ) : null}
    </section>
  );
}

function EmailSection({ signInMethods }: { signInMethods: SignInMethods }) {
  const { email, emailChange } = signInMethods;
  return (
    <section id={email ? undefined : 'email'} className="relative grid gap-4 py-5">
      <div>
        <h2>Sign-in email</h2>
        <p className="text-muted [overflow-wrap:anywhere]">
          {email ||
            `None yet. You can only sign in with your ${signInMethods.passkeys > 0 ? 'passkey or your wallet' : 'wallet'}.`}
        </p>
      </div>
      {emailChange ? (
        <Notice title={`Changing to ${emailChange.to}`}>
          <ul>
            {email ? (
              <li>
                {email}: {describeWaiting(emailChange.waitsForOld)}
              </li>
            ) : null}
            <li>
              {emailChange.to}: {describeWaiting(emailChange.waitsForNew)}
            </li>
          </ul>
          <p className="mb-3">
            Open the link in each email, or enter its code here. They expire in {mailedCodeLifetime.inWords}.
            Change the email again to get new ones.
          </p>
          <ConfirmChangeForm />
          <div className="mt-3 empty:hidden">
            <MailboxHint />
          </div>
        </Notice>
      ) : null}
      {email ? (
        <Setting id="email" action="Change" object="the email">
          <EmailForm hasEmail />
        </Setting>
      ) : (
        // Open from the start: an account should have an email.
        <EmailForm hasEmail={false} />
      )}
    </section>
  );
}

function describeWaiting(waits: boolean): string {
  return waits ? 'not confirmed yet' : 'confirmed';
}

import type { Metadata } from 'next';
import { buttonClasses } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PageLink } from '@/components/ui/page-link';
import { requireViewer } from '@/lib/auth/session/viewer';
import { notMePath } from '@/lib/mail/not-me-path';
import { readParam, type SearchParams } from '@/lib/search-params';
import { EndSessionsForm } from './end-sessions-form';

export const metadata: Metadata = { title: "This wasn't me" };

/** Where a notice leads whoever does not recognise what it tells. */
export default async function NotMePage({ searchParams }: { searchParams: SearchParams }) {
  await requireViewer(notMePath);
  const isDone = (await readParam(searchParams, 'done')) === '1';
  return (
    <div className="grid gap-6">
      <h1>This wasn't me</h1>
      {isDone ? (
        <>
          <Notice title="Every other session has ended.">
            They can do nothing any more, and pages open there close within the hour.
          </Notice>
          <p>
            If somebody may know your password, choose a new one now. Then look at what happened, and take
            back what you did not do.
          </p>
          <div className="flex flex-wrap gap-2">
            <a href="/security" className={buttonClasses('primary')}>
              Choose a new password
            </a>
            <PageLink href="/activity" className={buttonClasses('secondary')}>
              See the activity
            </PageLink>
          </div>
        </>
      ) : (
        <>
          <p className="max-w-[52ch]">
            If you don't recognise what happened on your account, somebody else may be signed in to it. First
            end every session but this one. We ask you to confirm that it is you.
          </p>
          <EndSessionsForm />
        </>
      )}
    </div>
  );
}

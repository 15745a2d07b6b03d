import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MailboxHint } from '@/components/mailbox-hint';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { readViewer } from '@/lib/auth/viewer';
import { readParam, type SearchParams } from '@/lib/search-params';
import { SignUpForm } from './sign-up-form';

export const metadata: Metadata = { title: 'Create your account' };

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const next = await readParam(searchParams, 'next');
  if ((await readViewer()).signedIn) redirect(safeRedirect(next));
  return (
    <div className="grid gap-6">
      <h1>Create your account</h1>
      <SignUpForm next={next} />
      <MailboxHint />
    </div>
  );
}

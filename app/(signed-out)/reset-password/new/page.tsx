import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { BesideIntro } from '@/app/(signed-out)/beside-intro';
import { ForApp } from '@/app/(signed-out)/for-app';
import { readSignInMethods } from '@/lib/auth/account/sign-in-methods';
import { mayChooseNewPassword, newPasswordPath } from '@/lib/auth/sign-in/reset-password';
import { askForCodesBefore } from '@/lib/auth/sign-in/sign-in-with-mfa';
import { safeRedirect } from '@/lib/http/safe-redirect';
import { readParam, type SearchParams } from '@/lib/search-params';
import { requireViewer } from '@/lib/session/viewer';
import { NewPasswordForm } from './new-password-form';

export const metadata: Metadata = { title: 'Choose a new password' };

export default async function NewPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const nextPath = safeRedirect(await readParam(searchParams, 'next'));
  const viewer = await requireViewer(newPasswordPath);
  if (!(await mayChooseNewPassword())) redirect('/reset-password');
  const [read, goOnTo] = await Promise.all([
    readSignInMethods(viewer),
    askForCodesBefore(nextPath, viewer.id),
  ]);
  return (
    <BesideIntro next={nextPath} isFirst={false}>
      <h1>Choose a new password</h1>
      <ForApp next={nextPath} />
      {read.ok && !read.signInMethods.hasPassword ? (
        <p>
          Choose your password again. A password set in another browser before you confirmed your email
          doesn't count.
        </p>
      ) : null}
      <NewPasswordForm email={viewer.email} nextPath={goOnTo} />
    </BesideIntro>
  );
}

import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { mayChooseNewPassword, newPasswordPath } from '@/lib/auth/reset-password';
import { requireViewer } from '@/lib/auth/viewer';
import { NewPasswordForm } from './new-password-form';

export const metadata: Metadata = { title: 'Choose a new password' };

export default async function NewPasswordPage() {
  const viewer = await requireViewer(newPasswordPath);
  if (!(await mayChooseNewPassword())) redirect('/reset-password');
  return (
    <div className="grid gap-6">
      <h1>Choose a new password</h1>
      <p className="text-muted">For {viewer.email}. Every other session of this account will be ended.</p>
      <NewPasswordForm email={viewer.email} />
    </div>
  );
}

import type { Metadata } from 'next';
import { environment } from '@/lib/env';
import { requireViewer } from '@/lib/session/viewer';
import { registerClientAction } from '../actions';
import { NoSuchPage } from '../no-such-page';
import { RegisterForm } from '../register-form';

export const metadata: Metadata = { title: 'Register an app' };

export default async function RegisterAppPage() {
  if (!environment().hasDeveloperApps) return <NoSuchPage />;
  await requireViewer('/developers/new');
  return <RegisterForm action={registerClientAction} issuer={environment().siteUrl} />;
}

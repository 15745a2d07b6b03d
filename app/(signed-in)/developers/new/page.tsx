import type { Metadata } from 'next';
import { environment } from '@/lib/env';
import { requireLiveViewer } from '@/lib/session/require-live-session';
import { registerClientAction } from '../actions';
import { NoSuchPage } from '../no-such-page';
import { RegisterForm } from '../register-form';

export const metadata: Metadata = { title: 'Register an app' };

export default async function RegisterAppPage() {
  if (!environment().hasDeveloperApps) return <NoSuchPage />;
  await requireLiveViewer('/developers/new');
  return <RegisterForm action={registerClientAction} issuer={environment().siteUrl} />;
}

import type { Metadata } from 'next';
import { registerClientAction } from '@/app/(signed-in)/developers/actions';
import { NoSuchPage } from '@/app/(signed-in)/developers/own-app';
import { RegisterForm } from '@/app/(signed-in)/developers/register-form';
import { environment } from '@/lib/env';
import { requireLiveViewer } from '@/lib/session/require-live-session';

export const metadata: Metadata = { title: 'Register an app' };

export default async function RegisterAppPage() {
  if (!environment().hasDeveloperApps) return <NoSuchPage />;
  await requireLiveViewer('/developers/new');
  return <RegisterForm action={registerClientAction} issuer={environment().siteUrl} />;
}

import type { Metadata } from 'next';
import { NoSuchPage } from '@/app/(signed-in)/developers/own-app';
import { RegisterForm } from '@/app/(signed-in)/developers/register-form';
import { isOnThisMachine } from '@/app/(signed-in)/developers/registration';
import { Note } from '@/components/ui/note';
import { libraries } from '@/lib/apps/recipe';
import { environment } from '@/lib/env';
import { requireLiveViewer } from '@/lib/session/require-live-session';
import { registerClientAction } from './actions';

export const metadata: Metadata = { title: 'Register an app' };

export default async function RegisterAppPage() {
  const { hasDeveloperApps, siteUrl, branding } = environment();
  if (!hasDeveloperApps) return <NoSuchPage />;
  await requireLiveViewer('/developers/new');
  return (
    <RegisterForm
      action={registerClientAction}
      issuer={siteUrl}
      libraries={libraries}
      home={isOnThisMachine() ? 'http://localhost:4000' : ''}
    >
      {branding.supportUrl ? (
        <Note title="Get reviewed">
          <p>
            Going live? <a href={branding.supportUrl}>Ask for a review</a>: your logo then shows, and a wallet
            comes selected.
          </p>
        </Note>
      ) : null}
    </RegisterForm>
  );
}

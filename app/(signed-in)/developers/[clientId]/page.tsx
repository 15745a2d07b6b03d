import type { Metadata } from 'next';
import { listOnce, readOwnApp } from '@/app/(signed-in)/developers/own-app';
import { Quickstart } from '@/app/(signed-in)/developers/quickstart';
import { describeDone } from '@/app/(signed-in)/done-messages';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { readViewer } from '@/lib/session/viewer';
import { SignInAttempts } from './sign-in-attempts';

type ClientPageProps = { params: Promise<{ clientId: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: ClientPageProps): Promise<Metadata> {
  const check = await readViewer();
  if (!check.signedIn || !environment().hasDeveloperApps) return { title: 'Your app' };
  const { clientId } = await params;
  const listed = await listOnce(check.viewer);
  const client = listed.ok ? listed.clients.find((one) => one.clientId === clientId) : undefined;
  return { title: client?.name ?? 'Your app' };
}

export default async function ClientPage({ params, searchParams }: ClientPageProps) {
  const { clientId } = await params;
  const app = await readOwnApp(clientId, `/developers/${clientId}`);
  if ('instead' in app) return app.instead;
  const { client, viewer } = app;
  const news = describeDone('/developers', await readParam(searchParams, 'done'));
  return (
    <Quickstart
      client={client}
      news={
        <p role="status" className="empty:hidden">
          {news}
          {news ? <FocusOutcome key={Date.now()} /> : null}
        </p>
      }
    >
      <SignInAttempts acting={viewer} clientId={clientId} />
    </Quickstart>
  );
}

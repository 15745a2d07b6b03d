import type { ReactNode } from 'react';
import { cache } from 'react';
import { FailedPart } from '@/components/failed-part';
import { listOwnClients, type OwnClient } from '@/lib/apps/own-clients';
import { environment } from '@/lib/env';
import { redirectOnRefusal } from '@/lib/session/redirect-on-refusal';
import { requireViewer, type Viewer } from '@/lib/session/viewer';
import { NoSuchPage } from './no-such-page';

export const listOnce = cache(listOwnClients);

type OwnApp = { viewer: Viewer; client: OwnClient } | { instead: ReactNode };

/** For the app's owner only; otherwise `instead` is the page to show. */
export async function readOwnApp(clientId: string, path: string): Promise<OwnApp> {
  const viewer = await requireViewer(path);
  if (!environment().hasDeveloperApps) return { instead: <NoSuchPage /> };
  const listed = await listOnce(viewer);
  if (!listed.ok) redirectOnRefusal(listed.code, path);
  if (!listed.ok) return { instead: <FailedPart code={listed.code} /> };
  const client = listed.clients.find((one) => one.clientId === clientId);
  // Another user's app and a missing one get the same page.
  return client ? { viewer, client } : { instead: <NoSuchPage /> };
}

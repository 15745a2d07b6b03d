import { headers } from 'next/headers';
import { cache, type ReactNode } from 'react';
import { NotFoundText } from '@/app/not-found-text';
import { FailedPart } from '@/components/ui/failed-part';
import { listOwnClients, type OwnClient } from '@/lib/apps/own-clients';
import { environment } from '@/lib/env';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer, type Viewer } from '@/lib/session/viewer';

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

/** Shown with status 404 for a path without a page, and for another user's app. */
export async function NoSuchPage() {
  answerNotFound((await headers()).get(requestIdHeader));
  return <NotFoundText />;
}

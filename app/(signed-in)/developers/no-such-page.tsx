import { headers } from 'next/headers';
import { NotFoundText } from '@/app/not-found-text';
import { requestIdHeader } from '@/lib/http/request-headers';
import { tellNotFound } from '@/lib/http/told-status';

/** What an address without a page shows, with its status: also for an app that is somebody else's. */
export async function NoSuchPage() {
  tellNotFound((await headers()).get(requestIdHeader));
  return <NotFoundText />;
}

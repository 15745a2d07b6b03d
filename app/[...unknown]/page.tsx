import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { requestIdHeader } from '@/lib/http/request-headers';
import { tellNotFound } from '@/lib/http/told-status';
import { NotFoundPage } from '../not-found-page';

export const metadata: Metadata = { title: 'Not found' };

/** Every address that nothing else answers. */
export default async function UnknownPage() {
  tellNotFound((await headers()).get(requestIdHeader));
  return <NotFoundPage />;
}

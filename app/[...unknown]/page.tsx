import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';
import { NotFoundPage } from '../not-found-page';

export const metadata: Metadata = { title: 'Not found' };

/** Every address that nothing else answers. */
export default async function UnknownPage() {
  answerNotFound((await headers()).get(requestIdHeader));
  return <NotFoundPage />;
}

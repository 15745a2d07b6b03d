import { headers } from 'next/headers';
import { NotFoundText } from '@/app/not-found-text';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';

/** What an address without a page shows, with its status: also for an app that is someone else's. */
export async function NoSuchPage() {
  answerNotFound((await headers()).get(requestIdHeader));
  return <NotFoundText />;
}

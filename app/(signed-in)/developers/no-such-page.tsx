import { headers } from 'next/headers';
import { NotFoundText } from '@/app/not-found-text';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';

/** Shown with its status for an address without a page, and for an app that is someone else's. */
export async function NoSuchPage() {
  answerNotFound((await headers()).get(requestIdHeader));
  return <NotFoundText />;
}

import { headers } from 'next/headers';
import { NotFoundText } from '@/app/not-found-text';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';

/** Shown with status 404 for a path without a page, and for another user's app. */
export async function NoSuchPage() {
  answerNotFound((await headers()).get(requestIdHeader));
  return <NotFoundText />;
}

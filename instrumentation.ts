import type { Instrumentation } from 'next';
import { requestIdHeader } from '@/lib/http/request-headers';

export async function register(): Promise<void> {
  // The edge bundle of this file must not even name what only Node.js has.
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('@/lib/process/start-up')).startUp();
}

/** Ties the reference that a page shows for a failure to the request. An outage of the backend is no fault of ours. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const reference = error instanceof Error && 'digest' in error ? error.digest : undefined;
  if (reference === 'session.unavailable') {
    const { answerUnavailable } = await import('@/lib/http/response-status');
    return answerUnavailable(String(headers[requestIdHeader]));
  }
  const { logError } = await import('@/lib/log/log');
  const request = `Request ${headers[requestIdHeader]} of ${routePath}`;
  logError('request.failed', `${request} failed, reference ${reference}.`);
};

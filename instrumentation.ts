import type { Instrumentation } from 'next';
import { requestIdHeader } from '@/lib/http/request-headers';

export async function register(): Promise<void> {
  // Imported here because the edge bundle of this file must not even reference Node.js modules.
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('@/lib/start-up/start-up')).startUp();
}

/** Logs the reference that an error page shows, with its request. An outage of the backend isn't logged as a failure. */
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

import { answerError } from '../api/answer-data.ts';
import { BackendUnavailable } from '../backend-unavailable.ts';
import { logError } from '../log/log.ts';
import { requestIdHeader } from './request-headers.ts';

/** Runs a handler for apps; logs an exception and returns it as an error. @param what for the log: "The wallets of a token". */
export async function answerOrLog(
  request: Request,
  what: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof BackendUnavailable) return answerError('backend.unavailable');
    const id = request.headers.get(requestIdHeader);
    logError('request.failed', `${what} could not be answered, request ${id}:`, error);
    return answerError('request.unexpected');
  }
}

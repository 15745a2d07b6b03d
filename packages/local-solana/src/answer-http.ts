import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallerCheck } from './allowed-callers.ts';

type Parts = { checkCaller: CallerCheck; answerMessage: (text: string) => string | null };

/** Bytes, as on Solana's own servers. */
export const largestMessage = 50 * 1024;

/** Answers HTTP: `POST /` with JSON-RPC, the preflight of a browser, and `GET /health`. */
export async function answerHttp(
  { checkCaller, answerMessage }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { isAllowed, origin } = checkCaller(request.headers);
  if (!isAllowed) return end(response, 403, 'Pages of other sites are not served here.');
  if (origin) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST, GET');
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? 'content-type',
    );
    response.setHeader('access-control-max-age', '86400');
    return end(response, 204);
  }
  if (request.method === 'GET' && request.url === '/health') return end(response, 200, 'ok');
  if (request.method !== 'POST')
    return end(response, 405, 'Used HTTP Method is not allowed. POST is required');
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return end(response, 415, 'Supplied content type is not allowed. application/json is required');
  }
  const text = await readBody(request);
  if (text === null) return end(response, 413, 'Request body is too large.');
  const answer = answerMessage(text);
  response.setHeader('content-type', 'application/json');
  end(response, answer === null ? 204 : 200, answer ?? undefined);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > largestMessage) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function end(response: ServerResponse, status: number, text?: string): void {
  response.statusCode = status;
  response.end(text);
}

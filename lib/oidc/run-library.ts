import 'server-only';
import { EventEmitter } from 'node:events';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { environment } from '../env.ts';
import { loadProvider } from './provider.ts';
import { type RequestState, RequestWithState } from './request-state.ts';

type LibraryRequest = {
  method: string;
  url: string;
  headers: Headers;
  body: Buffer | null;
  /** The app's request to continue, if this browser may. */
  resumed: string | null;
  /** The data that the library may read; null for public documents. */
  state: RequestState | null;
};

export type LibraryAnswer = {
  status: number;
  headers: Headers;
  body: Buffer | string | null;
  /** The app's request that now waits for its user. */
  begun: string | null;
  isOver: boolean;
};

/** The library sees only the cookie made here and the site's own host. */
const withheld = /^(cookie|host|x-forwarded-.*|forwarded|transfer-encoding|content-length|connection)$/;

const resumeCookie = /^resume=([\w-]*);/;

export async function runLibrary({
  method,
  url,
  headers,
  body,
  resumed,
  state,
}: LibraryRequest): Promise<LibraryAnswer> {
  const provider = await loadProvider();
  const { siteUrl } = environment();
  const request = new RequestWithState(standInSocket(siteUrl.startsWith('https:')), state);
  request.method = method;
  request.url = url;
  for (const [name, value] of headers) if (!withheld.test(name)) request.headers[name] = value;
  request.headers.host = new URL(siteUrl).host;
  if (body) request.headers['content-length'] = String(body.length);
  if (resumed) request.headers.cookie = `resume=${resumed}`;
  if (body) request.push(body);
  request.push(null);
  request.complete = true;

  const response = new ServerResponse(request);
  const ended = new Promise<Buffer | string | null>((resolve) => {
    response.end = ((chunk?: Buffer | string) => {
      resolve(chunk ?? null);
      return response;
    }) as typeof response.end;
  });
  await provider.callback()(request, response);
  return readAnswer(response, await ended);
}

function readAnswer(response: ServerResponse, body: Buffer | string | null): LibraryAnswer {
  const answered = response.getHeaders();
  const headers = new Headers();
  for (const [name, value] of Object.entries(answered))
    if (name !== 'set-cookie' && value !== undefined) headers.set(name, String(value));
  const resume = [answered['set-cookie'] ?? []].flat().flatMap((set) => resumeCookie.exec(set)?.[1] ?? []);
  return {
    status: response.statusCode,
    headers,
    body,
    begun: resume.find((id) => id !== '') ?? null,
    isOver: resume.includes(''),
  };
}

/** The parts of a socket that Node.js and the library read. */
function standInSocket(encrypted: boolean): Socket {
  const socket = new EventEmitter();
  return Object.assign(socket, {
    encrypted,
    readable: true,
    writable: true,
    remoteAddress: '127.0.0.1',
    destroy: () => socket,
    setTimeout: () => socket,
  }) as unknown as Socket;
}

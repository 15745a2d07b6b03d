import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Auth } from '@auth/core';
import { Countersign, callbacks, readWalletsOf } from 'countersign/auth-js';

const { AUTH_URL: home, AUTH_SECRET: secret } = process.env;
const config = { secret, trustHost: true, basePath: '/api/auth', providers: [Countersign()], callbacks };

createServer(async (request, response) => {
  const { method, headers } = request;
  const ask = (path, body) =>
    Auth(new Request(new URL(path, home), { method: body ? 'POST' : 'GET', headers, body }), config);
  if (request.url === '/') {
    const { countersignSub } = await (await ask('/api/auth/session')).json();
    return response.end(JSON.stringify(await readWalletsOf(countersignSub)));
  }
  const answer = await ask(request.url, method === 'POST' ? await text(request) : undefined);
  response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());
}).listen(new URL(home).port, 'localhost', () => console.log(`Ready on ${home}`));

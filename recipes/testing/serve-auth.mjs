import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';

// Resolves `next/…` without a file extension, like Next.js's bundler.
registerHooks({ resolve: (name, from, next) => next(/^next\/\w+$/.test(name) ? `${name}.js` : name, from) });
const { GET, POST } = await import('../auth-route.mjs');
const { NextRequest } = await import('next/server');
const { getToken } = await import('next-auth/jwt');

const { AUTH_URL: home, AUTH_SECRET: secret, ISSUER } = process.env;

/** Simulates a Next.js app with the Auth.js route, and a page that shows the current wallets. */
createServer(async (request, response) => {
  const { method, headers } = request;
  const body = method === 'POST' ? await text(request) : undefined;
  const asked = new NextRequest(new URL(request.url, home), { method, headers, body });
  if (request.url === '/') {
    const { accessToken } = await getToken({ req: asked, secret });
    const wallets = await fetch(`${ISSUER}/api/v1/wallets`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return response.end(await wallets.text());
  }
  const answer = await (method === 'POST' ? POST : GET)(asked);
  response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());
}).listen(new URL(home).port, 'localhost', () => console.log(`Ready on ${home}`));

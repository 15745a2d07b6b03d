import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { toNodeHandler } from 'better-auth/node';
import { genericOAuth } from 'better-auth/plugins';
import { countersign, readWalletsOf } from 'countersign/better-auth';

const { BETTER_AUTH_URL: home, BETTER_AUTH_SECRET: secret } = process.env;
const auth = betterAuth({ baseURL: home, secret, plugins: [genericOAuth({ config: [countersign()] })] });
const answerAuth = toNodeHandler(auth);

createServer(async (request, response) => {
  if (request.url.startsWith('/api/auth/')) return answerAuth(request, response);
  const headers = new Headers({ cookie: request.headers.cookie ?? '' });
  if (!(await auth.api.getSession({ headers }))) {
    const body = { provider: 'countersign', callbackURL: home };
    const started = await auth.api.signInSocial({ body, headers, asResponse: true });
    response.setHeader('set-cookie', started.headers.getSetCookie());
    return response.writeHead(303, { location: (await started.json()).url }).end();
  }
  const [{ accountId: sub }] = await auth.api.listUserAccounts({ headers });
  response.end(JSON.stringify(await readWalletsOf(sub)));
}).listen(new URL(home).port, 'localhost', () => console.log(`Ready on ${home}`));

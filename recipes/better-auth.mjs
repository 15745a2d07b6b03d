import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { toNodeHandler } from 'better-auth/node';
import { genericOAuth } from 'better-auth/plugins';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, BETTER_AUTH_SECRET, BETTER_AUTH_URL: home } = process.env;
// Without a secret, Better Auth signs sessions with a publicly known one.
if (!(BETTER_AUTH_SECRET?.length >= 32))
  throw new Error('Set BETTER_AUTH_SECRET to the output of: openssl rand -base64 32');

export const auth = betterAuth({
  baseURL: home,
  secret: BETTER_AUTH_SECRET,
  plugins: [
    genericOAuth({
      config: [
        {
          providerId: 'countersign',
          discoveryUrl: `${ISSUER}/.well-known/openid-configuration`,
          // Refuse sign-in if the ID token can't be verified.
          requireIdTokenVerification: true,
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
          scopes: ['openid', 'profile', 'email', 'wallets'],
          // Accounts created with a wallet have no email, which Better Auth requires.
          mapProfileToUser: ({ sub, name, email }) => ({
            name: name ?? 'Somebody',
            email: email ?? `${sub}@wallets.invalid`,
          }),
        },
      ],
    }),
  ],
});

const answerAuth = toNodeHandler(auth);

createServer(async (request, response) => {
  if (request.url.startsWith('/api/auth/')) return answerAuth(request, response);
  const headers = new Headers({ cookie: request.headers.cookie ?? '' });
  const session = await auth.api.getSession({ headers });
  if (!session) {
    const body = { provider: 'countersign', callbackURL: home };
    const started = await auth.api.signInSocial({ body, headers, asResponse: true });
    const { url } = await started.json();
    response.setHeader('set-cookie', started.headers.getSetCookie());
    return response.writeHead(303, { location: url }).end();
  }
  // The current wallets. The access token expires after ten minutes.
  const [account] = await auth.api.listUserAccounts({ headers });
  const { accessToken } = await auth.api.getAccessToken({ body: { accountId: account.id }, headers });
  const answer = await fetch(`${ISSUER}/api/v1/wallets`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ name: session.user.name, ...(await answer.json()) }, null, 2));
}).listen(new URL(home).port || 4000, 'localhost', () => console.log(`Ready on ${home}`));

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import * as client from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const { REDIRECT_URI = 'http://localhost:4000/callback' } = process.env;
if (!URL.canParse(ISSUER) || !CLIENT_ID || !CLIENT_SECRET)
  exit('Set ISSUER, CLIENT_ID and CLIENT_SECRET to what the registration printed.');
const { origin: home, port, pathname: callback } = new URL(REDIRECT_URI);
// openid-client requires https unless told otherwise.
const isLocal = new URL(ISSUER).hostname === 'localhost';
const execute = isLocal ? [client.allowInsecureRequests] : [];
const config = await client
  .discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, { execute })
  .catch((error) => exit(`No site answers as ISSUER ${ISSUER}: ${error.cause?.code ?? error.message}`));

/** Pending sign-ins, by the browser's cookie. */
const pending = new Map();

createServer(async (request, response) => {
  const url = new URL(request.url, home);
  try {
    if (url.pathname === callback && url.searchParams.has('state')) await finish(request, response, url);
    else if (url.pathname === '/') await start(response);
    else response.writeHead(404).end('Not found.\n');
  } catch (error) {
    // For example `access_denied` after Cancel.
    response.writeHead(400).end(`You were not signed in: ${error.error ?? error.message}\n`);
  }
}).listen(port || 4000, 'localhost', () => console.log(`Ready on ${home}`));

async function start(response) {
  const id = randomUUID();
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier,
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  };
  pending.set(id, checks);
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile wallets',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  });
  response.setHeader('set-cookie', `visit=${id}; HttpOnly; SameSite=Lax; Path=/`);
  response.writeHead(303, { location: address.href }).end();
}

async function finish(request, response, url) {
  const [, id] = /\bvisit=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  const checks = pending.get(id);
  pending.delete(id);
  if (!checks) throw new Error('this browser started no sign-in.');
  // Checks issuer, state, nonce and signature, and exchanges the code.
  const tokens = await client.authorizationCodeGrant(config, url, checks);
  const person = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
  // Only on localhost: never log a token elsewhere.
  if (isLocal) console.log(`export ACCESS_TOKEN=${tokens.access_token} SUB=${person.sub}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(person, null, 2));
}

function exit(reason) {
  console.error(reason);
  process.exit(1);
}

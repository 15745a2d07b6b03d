import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import * as client from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, APP_PORT = '4000' } = process.env;
if (!URL.canParse(ISSUER) || !CLIENT_ID || !CLIENT_SECRET)
  end('Set ISSUER, CLIENT_ID and CLIENT_SECRET to what the registration printed.');
const home = `http://localhost:${APP_PORT}`;
const issuer = new URL(ISSUER);
// The library insists on https. On your own machine there is none.
const isLocal = issuer.hostname === 'localhost';
const execute = isLocal ? [client.allowInsecureRequests] : [];
const config = await client
  .discovery(issuer, CLIENT_ID, CLIENT_SECRET, undefined, { execute })
  .catch((error) => end(`No site answers as ISSUER ${ISSUER}: ${error.cause?.code ?? error.message}`));

/** What each browser has to come back with. */
const visits = new Map();

createServer(async (request, response) => {
  const url = new URL(request.url, home);
  try {
    if (url.pathname === '/') await start(response);
    else if (url.pathname === '/callback') await finish(request, response, url);
    // A browser asks for more than pages: for an icon, for one. That must begin no sign-in.
    else response.writeHead(404).end('Nothing is here.\n');
  } catch (error) {
    // `access_denied`, for one: somebody pressed Cancel.
    response.writeHead(400).end(`You were not signed in: ${error.error ?? error.message}\n`);
  }
}).listen(APP_PORT, 'localhost', () => console.log(`Ready on ${home}`));

async function start(response) {
  const id = randomUUID();
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const visit = {
    pkceCodeVerifier,
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  };
  visits.set(id, visit);
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: `${home}/callback`,
    scope: 'openid profile wallets',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: visit.expectedState,
    nonce: visit.expectedNonce,
  });
  response.setHeader('set-cookie', `visit=${id}; HttpOnly; SameSite=Lax; Path=/`);
  response.writeHead(303, { location: address.href }).end();
}

async function finish(request, response, url) {
  const [, id] = /\bvisit=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  const visit = visits.get(id);
  visits.delete(id);
  if (!visit) throw new Error('this browser did not ask to.');
  // Checks issuer, state, nonce, signature and code in one go.
  const tokens = await client.authorizationCodeGrant(config, url, visit);
  const person = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
  // To try more with, on your own machine alone: a token belongs in no log.
  if (isLocal) console.log(`export ACCESS_TOKEN=${tokens.access_token} SUB=${person.sub}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(person, null, 2));
}

function end(reason) {
  console.error(reason);
  process.exit(1);
}

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, * as library from 'oidc-provider';
import { currentContext, makeGrant, sessionClassOf } from './library-types';

/** The undocumented parts of the library that we replace. If one fails after an update, read its change first: docs/decisions/058. */
let provider: Provider;
beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(privateKey)), kid: 'k', alg: 'ES256', use: 'sig' }] };
  provider = new Provider('http://localhost:3000', { jwks, adapter: NothingStored } as never);
});

class NothingStored {
  find = async () => undefined;
  upsert = async () => undefined;
}

test('the library has the reviewed version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(dependencies['oidc-provider']).toBe('9.13.3');
});

test('a session has exactly these methods', () => {
  const Session = sessionClassOf(provider);
  expect(Object.getOwnPropertyNames(Session.prototype).sort()).toEqual(
    `authTime authorizationFor constructor destroy ensureClientContainer grantIdFor id
      loginAccount past persist resetIdentifier save sidFor`.split(/\s+/),
  );
  expect(Object.getOwnPropertyNames(Session)).toEqual(expect.arrayContaining(['get', 'findByUid']));
});

test("an empty session is new, and one with an account isn't", () => {
  const Session = sessionClassOf(provider);
  expect(Session.instantiate()).toMatchObject({ new: true });
  const known = Session.instantiate({
    kind: 'Session',
    jti: 'a',
    uid: 'b',
    accountId: 'c',
    loginTs: 1,
    acr: 'd',
    amr: ['e'],
  });
  expect(known).toMatchObject({ uid: 'b', accountId: 'c', loginTs: 1, acr: 'd', amr: ['e'] });
  expect(known).not.toHaveProperty('new');
});

test('these methods of an app compare secrets and redirect URIs', () => {
  const own = Object.getOwnPropertyNames(provider.Client.prototype);
  expect(own).toEqual(
    expect.arrayContaining(['compareClientSecret', 'redirectUriAllowed', 'postLogoutRedirectUriAllowed']),
  );
});

test('an authorization keeps its given id', () => {
  const grant = makeGrant(provider, { accountId: 'a', clientId: 'b', jti: 'c' });
  expect(grant.jti).toBe('c');
});

test('a store runs in the context of its own request', async () => {
  const asking: (string | undefined)[] = [];
  const adapter = () => ({ find: async () => void asking.push(currentContext(library)?.req.url) });
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(privateKey)), kid: 'k', alg: 'ES256', use: 'sig' }] };
  const watched = new Provider('http://localhost:3000', { jwks, adapter } as never);
  const server = createServer(watched.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const paths = ['a', 'b'].map((id) => `/auth?client_id=${id}`);
  await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`)));
  await new Promise((resolve) => server.close(resolve));
  expect(asking.sort()).toEqual(paths);
  expect(currentContext(library)).toBeUndefined();
});

test('stored items have these kinds', () => {
  expect([
    provider.Interaction.name,
    provider.PushedAuthorizationRequest.name,
    provider.AuthorizationCode.name,
    provider.AccessToken.name,
    provider.RefreshToken.name,
    provider.Grant.name,
    provider.Session.name,
  ]).toEqual([
    'Interaction',
    'PushedAuthorizationRequest',
    'AuthorizationCode',
    'AccessToken',
    'RefreshToken',
    'Grant',
    'Session',
  ]);
});

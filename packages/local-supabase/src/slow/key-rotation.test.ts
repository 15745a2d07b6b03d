import { createRemoteJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { rotateKey } from '../testing/rotate-key.ts';
import { postRefresh, signUpAtAuth } from '../testing/sign-in.ts';
import { spawnLocalSupabase } from '../testing/spawn-local-supabase.ts';
import { holdBackend, startLocalSupabase } from '../testing/start-local-supabase.ts';

const backend = holdBackend(() => startLocalSupabase());

async function readKeySet({ url } = backend): Promise<JSONWebKeySet> {
  return (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json();
}

const readKeyIds = async (of = backend) => (await readKeySet(of)).keys.map(({ kid }) => kid);

async function readUserStatus(token: string): Promise<number> {
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${token}` };
  return (await fetch(`${backend.url}/auth/v1/user`, { headers })).status;
}

test('a new key signs, the old one stays until it is removed, and a session outlives both', async () => {
  const { session } = await signUpAtAuth(backend);
  const oldToken = session.access_token;
  const [oldKey] = await readKeyIds();
  await rotateKey(backend, 'add new');

  const keys = await readKeyIds();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(oldKey);
  const newToken = String((await postRefresh(backend, session.refresh_token)).body.access_token);
  expect(decodeProtectedHeader(oldToken).kid).toBe(oldKey);
  expect(decodeProtectedHeader(newToken).kid).toBe(keys[0]);
  const published = createRemoteJWKSet(new URL(`${backend.url}/auth/v1/.well-known/jwks.json`));
  for (const token of [oldToken, newToken]) {
    expect((await jwtVerify(token, published)).payload.sub).toBe(session.user.id);
    expect(await readUserStatus(token)).toBe(200);
  }

  await rotateKey(backend, 'remove old');
  expect(await readKeyIds()).toEqual([keys[0]]);
  expect(await readUserStatus(oldToken)).toBe(403);
  expect(await readUserStatus(newToken)).toBe(200);
});

test('both keys survive a restart, and the newer one still signs', async () => {
  const killed = await spawnLocalSupabase();
  await rotateKey(killed, 'add new');
  const keys = await readKeyIds(killed);
  await killed.kill();
  const restarted = await spawnLocalSupabase({ dataFolder: killed.dataFolder });
  expect(keys).toHaveLength(2);
  expect(await readKeyIds(restarted)).toEqual(keys);
  const { session } = await signUpAtAuth(restarted);
  expect(decodeProtectedHeader(session.access_token).kid).toBe(keys[0]);
  await restarted.stop();
  // Deletes the data folder.
  await killed.stop();
});

test('only the secret key rotates keys, and the key set contains no private part', async () => {
  const before = await readKeyIds();
  const headersOfStrangers: Record<string, string>[] = [{}, { apikey: backend.publishableKey }];
  for (const headers of headersOfStrangers) {
    const answer = await fetch(`${backend.url}/local/rotate-key`, { method: 'POST', headers });
    expect(answer.status).toBe(401);
  }
  const headers = { apikey: backend.secretKey };
  expect((await fetch(`${backend.url}/local/rotate-key`, { headers })).status).toBe(405);
  const unknown = await fetch(`${backend.url}/local/rotate-key?remove=all`, { method: 'POST', headers });
  expect(unknown.status).toBe(400);
  expect(await readKeyIds()).toEqual(before);
  expect((await readKeySet()).keys.some((key) => 'd' in key)).toBe(false);
});

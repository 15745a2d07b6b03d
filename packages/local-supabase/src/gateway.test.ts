import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { makeEmail, signUpAtAuth } from './testing/sign-in.ts';
import { holdBackend, startLocalSupabase } from './testing/start-local-supabase.ts';

const guarded = `
create table public.guarded (id int);
revoke all on public.guarded from anon;
grant select on public.guarded to authenticated;

create function public.give_odd_claims() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.email like 'other-audience%' then new.aud := 'other'; end if;
  if new.email like 'server-role%' then new.role := 'service_role'; end if;
  if new.email like 'migration-role%' then new.role := 'postgres'; end if;
  if new.email like 'no-role%' then new.role := 'nobody'; end if;
  return new;
end $$;
grant execute on function public.give_odd_claims() to supabase_auth_admin;
create trigger odd_claims before insert on auth.users for each row execute function public.give_odd_claims();
`;

const backend = holdBackend(() =>
  startLocalSupabase({ extraMigrations: { '20990101000000_guarded.sql': guarded } }),
);

async function get(path: string, token?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(backend.url + path, {
    headers: {
      apikey: backend.publishableKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const { code, error_code, message } = (await answer.json()) as Record<string, string>;
  return [answer.status, error_code ?? code ?? message];
}
const askRest = (...given: [token?: string, headers?: Record<string, string>]) =>
  get('/rest/v1/guarded?select=id', ...given);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a token that this backend has not signed is refused by REST and Auth', async () => {
  const [header = '', payload = '', signature] = (await signUpAtAuth(backend)).session.access_token.split(
    '.',
  );
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const raised = encode({ ...claims, role: 'service_role' });
  const keySet = await (await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)).json();
  const [publicKey] = (keySet as { keys: { kid: string }[] }).keys;
  const byPublicKey = `${encode({ alg: 'HS256', kid: publicKey?.kid, typ: 'JWT' })}.${payload}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const byAnother = createSign('sha256').update(`${header}.${raised}`);
  for (const [what, token] of Object.entries({
    'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'HS256 with the public key': `${byPublicKey}.${createHmac('sha256', JSON.stringify(publicKey)).update(byPublicKey).digest('base64url')}`,
    'the key of another': `${header}.${raised}.${byAnother.sign({ key: privateKey, dsaEncoding: 'ieee-p1363' }, 'base64url')}`,
    'claims changed under its signature': `${header}.${raised}.${signature}`,
  }))
    expect([what, await askRest(token), await get('/auth/v1/user', token)]).toEqual([
      ...[what, [401, 'PGRST301'], [403, 'bad_jwt']],
    ]);
});

test('REST accepts any audience, as in a project that configures none; Auth accepts only its own', async () => {
  const { access_token } = (await signUpAtAuth(backend, makeEmail('other-audience'))).session;
  expect([await askRest(access_token), await get('/auth/v1/user', access_token)]).toEqual([
    ...[
      [200, undefined],
      [403, 'bad_jwt'],
    ],
  ]);
});

test.each([
  ['service_role', 'server-role', 200, undefined],
  ['a role that REST may not take', 'migration-role', 403, '42501'],
  ['a role that is not there', 'no-role', 401, '22023'],
])('REST answers %s as that role allows', async (_, name, ...answer) => {
  const { session } = await signUpAtAuth(backend, makeEmail(name));
  expect(await askRest(session.access_token)).toEqual(answer);
});

test('refuses a missing or wrong key, and the secret key from a browser', async () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
  const apikey = backend.secretKey;
  expect((await (await fetch(`${backend.url}/rest/v1/guarded`)).json()).message).toBe(
    'No API key found in request',
  );
  expect(await askRest(undefined, { apikey: 'sb_secret_wrong' })).toEqual([401, 'Invalid API key']);
  const forbidden = [401, 'Forbidden use of secret API key in browser'];
  expect(await askRest(undefined, { apikey, ...browser })).toEqual(forbidden);
  expect(await askRest(undefined, { apikey, 'user-agent': 'countersign' })).toEqual([200, undefined]);
  expect(await askRest(undefined, browser)).toEqual([401, '42501']);
});

test('a body of more than 1 MB is refused', async () => {
  const answer = await fetch(`${backend.url}/rest/v1/guarded`, {
    method: 'POST',
    headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'x'.repeat(1_100_000) }),
  });
  expect(answer.status).toBe(413);
});

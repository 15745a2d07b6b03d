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

function get(path: string, token?: string, headers: Record<string, string> = {}) {
  const all = new Headers({ apikey: backend.publishableKey, ...headers });
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  return fetch(`${backend.url}/rest/v1${path}`, { headers: all });
}

describe('tokens that are not ours', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const part = (token: string, index: number) => token.split('.')[index] ?? '';
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());

  async function expectRefused(token: string, code = 'PGRST301') {
    const answer = await get('/guarded?select=id', token);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, code]);
    const user = await fetch(`${backend.url}/auth/v1/user`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    });
    expect([user.status, user.headers.get('x-sb-error-code')]).toEqual([403, 'bad_jwt']);
  }

  test('alg none', async () => {
    const { session } = await signUpAtAuth(backend);
    await expectRefused(`${encode({ alg: 'none', typ: 'JWT' })}.${part(session.access_token, 1)}.`);
  });

  test('HS256 signed with the public key', async () => {
    const { session } = await signUpAtAuth(backend);
    const keySet = await (await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)).json();
    const [key] = (keySet as { keys: Record<string, unknown>[] }).keys;
    const unsigned = `${encode({ alg: 'HS256', kid: key?.kid, typ: 'JWT' })}.${part(session.access_token, 1)}`;
    const signature = createHmac('sha256', JSON.stringify(key)).update(unsigned).digest('base64url');
    await expectRefused(`${unsigned}.${signature}`);
  });

  test('claims of service_role signed with a key of somebody else', async () => {
    const { session } = await signUpAtAuth(backend);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const claims = { ...decode(part(session.access_token, 1)), role: 'service_role' };
    const unsigned = `${part(session.access_token, 0)}.${encode(claims)}`;
    const signature = createSign('sha256')
      .update(unsigned)
      .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
    await expectRefused(`${unsigned}.${signature.toString('base64url')}`);
  });

  test('claims changed under a signature of ours', async () => {
    const { session } = await signUpAtAuth(backend);
    const [header, claims, signature] = session.access_token.split('.');
    const changed = { ...decode(claims ?? ''), role: 'service_role' };
    await expectRefused(`${header}.${encode(changed)}.${signature}`);
  });
});

describe('tokens of ours that are for somebody else', () => {
  test('REST takes any audience, as where a project names none; Auth takes its own alone', async () => {
    const { session } = await signUpAtAuth(backend, makeEmail('other-audience'));
    expect((await get('/guarded?select=id', session.access_token)).status).toBe(200);
    const user = await fetch(`${backend.url}/auth/v1/user`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${session.access_token}` },
    });
    expect([user.status, user.headers.get('x-sb-error-code')]).toEqual([403, 'bad_jwt']);
  });

  test.each([
    ['service_role', 'server-role', 200, undefined],
    ['a role that REST may not take', 'migration-role', 403, '42501'],
    ['a role that is not there', 'no-role', 401, '22023'],
  ])('REST answers %s as that role allows', async (_, name, status, code) => {
    const { session } = await signUpAtAuth(backend, makeEmail(name));
    const answer = await get('/guarded?select=id', session.access_token);
    expect([answer.status, ((await answer.json()) as { code?: string }).code]).toEqual([status, code]);
  });
});

describe('keys', () => {
  test('without a key nothing is answered but the public paths', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/guarded`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: 'No API key found in request' });
  });

  test('a wrong key is refused', async () => {
    const answer = await get('/guarded', undefined, { apikey: 'sb_secret_wrong' });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      expect.objectContaining({ message: 'Invalid API key' }),
    ]);
  });

  test('the secret key is refused from a browser and taken from a server', async () => {
    const key = { apikey: backend.secretKey };
    const browser = await get('/guarded', undefined, {
      ...key,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    });
    expect([browser.status, await browser.json()]).toEqual([
      401,
      { message: 'Forbidden use of secret API key in browser' },
    ]);
    const server = await get('/guarded', undefined, { ...key, 'user-agent': 'countersign' });
    expect(server.status).toBe(200);
    const person = await get('/guarded?select=id', undefined, { 'user-agent': 'Mozilla/5.0 (X11)' });
    expect(person.status).toBe(401);
    expect(((await person.json()) as { code: string }).code).toBe('42501');
  });

  test('a body of more than 1 MB is refused', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/guarded`, {
      method: 'POST',
      headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'x'.repeat(1_100_000) }),
    });
    expect(answer.status).toBe(413);
  });
});

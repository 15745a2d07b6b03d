import { askPasskeys } from '../../testing/ask-passkeys.ts';
import { connectClient, signUpAtAuth } from '../../testing/sign-in.ts';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const routes = [
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
  'POST /passkeys/registration/options',
  'POST /passkeys/registration/verify',
  'GET /passkeys',
  'PATCH /passkeys/nonsense',
  'DELETE /passkeys/nonsense',
];

async function askAll(backend: LocalSupabase, asked: string[]) {
  const { session } = await signUpAtAuth(backend);
  const answers = asked.map(async (route) => {
    const answer = await askPasskeys(backend, route, { session });
    return [answer.status, answer.headers.get('x-sb-error-code')];
  });
  return { userId: session.user.id, answers: await Promise.all(answers) };
}

test('a project with passkeys off refuses all of it but the secret key', async () => {
  const backend = await startLocalSupabase({ env: { LOCAL_SUPABASE_PASSKEYS: '0' } });
  const { userId, answers } = await askAll(backend, routes);
  expect(answers).toEqual(routes.map(() => [404, 'passkey_disabled']));
  const { passkey } = connectClient(backend, backend.secretKey).auth.admin;
  expect((await passkey.listPasskeys({ userId })).data).toEqual([]);
  expect(await (await askPasskeys(backend, 'GET /settings')).json()).toMatchObject({
    passkeys_enabled: false,
  });
  await backend.stop();
});

test('a project whose relying party has a port in it starts, and begins no ceremony', async () => {
  const backend = await startLocalSupabase({ env: { LOCAL_SUPABASE_RP_ID: 'localhost:3000' } });
  const options = routes.filter((route) => route.endsWith('/options'));
  const { answers } = await askAll(backend, options);
  expect(answers).toEqual(options.map(() => [500, 'unexpected_failure']));
  await backend.stop();
});

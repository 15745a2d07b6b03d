import { randomBytes } from 'node:crypto';
import { addApp, describeApp, makeSecretHash } from './testing/apps/let-apps-in.ts';
import { accepted, callAsServer, type Person, signUpPerson } from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();
let dev: Person;
let app: string;
beforeEach(async () => {
  dev = await signUpPerson(backend);
  const p_client = describeApp();
  const made = { ...dev.bound, p_client, p_secret_hash: makeSecretHash(), p_device: null };
  app = accepted(await callAsServer<string>(backend, 'register_own_oauth_client', made));
});

const counter = () => ({ key_hash: randomBytes(32).toString('hex'), attempts: 2, window_seconds: 900 });
const record = (given: Record<string, unknown> = {}) =>
  callAsServer(backend, 'record_oauth_attempt', {
    p_client_id: app,
    p_step: 'token',
    p_code: 'invalid_client',
    p_redirect_host: null,
    p_has_secret: false,
    // A network of its own each time.
    p_counters: [counter()],
    ...given,
  });
const recorded = async (given: Record<string, unknown> = {}) =>
  expect((await record(given)).refusal).toBeNull();
type Listed = {
  attempts: { code: string; redirectHost: string | null; hasSecret: boolean }[];
  signedIn: number;
};
const list = ({ bound } = dev, p_client_id = app) =>
  callAsServer<Listed>(backend, 'list_own_oauth_attempts', { ...bound, p_client_id });
const codes = async () => accepted(await list()).attempts.map(({ code }) => code);

test("another account reads an app's attempts as those of an unknown app, and nobody reads any over REST", async () => {
  await recorded();
  const thief = await signUpPerson(backend);
  for (const id of [app, 'app_000000000000000000000000', await addApp(backend)])
    expect((await list(thief, id)).refusal).toBe('404 app.unknown');
  const { error } = await dev.client.from('oauth_attempts').select();
  // PostgREST 12 lets the database answer; newer ones don't know the table.
  expect(['PGRST205', '42P01']).toContain(error?.code);
  expect(
    (await dev.client.rpc('list_own_oauth_attempts', { ...dev.bound, p_client_id: app })).error?.code,
  ).toBe('42501');
});

test('a flood without the secret, from any number of networks, pushes out no attempt with it; sign-ins, and what they lacked, push out no failure', async () => {
  const known = { p_has_secret: true };
  await recorded({ ...known, p_code: 'invalid_grant' });
  await recorded({ p_code: 'signed_in' });
  for (let sent = 0; sent < 32; sent++)
    await recorded({ ...known, p_code: sent % 2 ? 'signed_in' : 'wallet_missing' });
  for (let sent = 0; sent < 40; sent++) await recorded({ p_code: `flood_${'x'.repeat(sent % 9)}` });
  const kept = await codes();
  const count = (like: RegExp) => kept.filter((code) => like.test(code)).length;
  expect([
    count(/^flood/),
    count(/^signed_in$|^wallet_missing$/),
    count(/^invalid_grant$/),
    kept.length,
  ]).toEqual([15, 11, 1, 27]);
  expect(kept[0]).toMatch(/^flood/);
});

test('one network records only as many attempts as its limit allows', async () => {
  const own = { p_counters: [counter()] };
  await recorded(own);
  await recorded(own);
  expect((await record(own)).refusal).toBe('429 auth.too_many_attempts');
  await recorded({ ...own, p_has_secret: true });
  expect(await codes()).toHaveLength(3);
});

test.each([
  { p_redirect_host: '<b>evil</b>' },
  { p_redirect_host: 'evil.example/path' },
  { p_redirect_host: `${'a'.repeat(63)}.`.repeat(4) + 'b'.repeat(5) },
  { p_redirect_host: 'gpj.\u202eexample' },
  { p_code: 'DROP TABLE' },
  { p_code: 'x'.repeat(41) },
  { p_step: 'guess' },
  { p_has_secret: null },
])('the database refuses %j', async (given) => {
  expect((await record(given)).refusal).toBe('400 request.unexpected');
  expect(await codes()).toEqual([]);
});

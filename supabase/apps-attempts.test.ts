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
    p_user_id: null,
    // A network of its own each time.
    p_counters: [counter()],
    ...given,
  });
const recorded = async (given: Record<string, unknown> = {}) =>
  expect((await record(given)).refusal).toBeNull();
type Listed = {
  attempts: { code: string; redirectHost: string; isOwn: boolean }[];
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

const unregistered = (p_redirect_host: string) => ({ p_code: 'invalid_redirect_uri', p_redirect_host });
const hosts = async () => accepted(await list()).attempts.map(({ redirectHost }) => redirectHost);

test('a flood from any number of networks pushes out only strangers’ hosts: none with the secret or of the owner, and no other cause', async () => {
  await recorded({ ...unregistered('secret.example'), p_has_secret: true });
  await recorded({ ...unregistered('owner.example'), p_user_id: dev.bound.p_user_id });
  await recorded();
  for (let sent = 0; sent < 40; sent++) await recorded(unregistered(`flood-${sent}.example`));
  const kept = await hosts();
  expect(kept.filter((host) => host.startsWith('flood'))).toHaveLength(20);
  expect(kept.slice(0, 2)).toEqual(['flood-39.example', 'flood-38.example']);
  expect(kept.slice(-3)).toEqual(['', 'owner.example', 'secret.example']);
});

test('one network records only as many new hosts as its limit allows, and repeats and other causes beyond it', async () => {
  const own = { p_counters: [counter()] };
  await recorded({ ...own, ...unregistered('a.example') });
  await recorded({ ...own, ...unregistered('b.example') });
  expect((await record({ ...own, ...unregistered('c.example') })).refusal).toBe('429 auth.too_many_attempts');
  await recorded({ ...own, ...unregistered('a.example') });
  await recorded({ ...own, p_code: 'invalid_grant' });
  await recorded({ ...own, ...unregistered('c.example'), p_has_secret: true });
  expect(await hosts()).toEqual(['c.example', '', 'a.example', 'b.example']);
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

import { answersAsRecorded, type People } from '../../testing/recorded-answers.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { firstPassword, makeEmail } from '../../testing/sign-in.ts';
import { siteUrl } from '../../testing/site-url.ts';

const { walk } = answersAsRecorded(() =>
  shareLocalSupabase('auth', { env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' } }),
);

const [noId, unknownId] = ['00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-000000000000'];

async function member(people: People) {
  const ann = await people.member();
  return { ann, path: `/admin/users/${(await ann.get('/user')).id}` };
}

walk('the secret key alone reads an account, and never beside the token of a person', async (people) => {
  const { ann, path } = await member(people);
  await people.visitor().get(path);
  for (const key of ['publishable', 'secret'] as const) await ann.get(path, { key });
  await people.server.get(path);
  await people.server.get(`/admin/users/${unknownId}`);
});

walk('accounts are listed by pages, the newest first', async ({ server }) => {
  for (let count = 0; count < 3; count++) await server.post('/admin/users', { email: makeEmail() });
  await server.get('/admin/users?page=1&per_page=2');
});

walk(
  'a created account is confirmed if it is said to be, and takes any password that bcrypt does',
  async (people) => {
    const { server } = people;
    const ann = people.visitor();
    const metadata = { user_metadata: { full_name: 'Ann' }, app_metadata: { plan: 'team' } };
    await server.post('/admin/users', { ...ann.credentials, ...metadata, email_confirm: true });
    await ann.elsewhere();
    await server.post('/admin/users', ann.address);
    const bob = people.visitor();
    const { id } = await server.post('/admin/users', { ...bob.address, password: 'a', email_confirm: true });
    await bob.post('/token?grant_type=password', { ...bob.address, password: 'a' });
    await server.post('/admin/users', { email: makeEmail(), password: 'a'.repeat(73) });
    await server.ask(`PUT /admin/users/${id}`, { password: 'a' });
    await server.post('/admin/users', { id: noId, email: makeEmail() });
    await server.post('/admin/users', { id, email: makeEmail() });
  },
);

walk('a changed password ends every session, and a changed email counts at once', async (people) => {
  const { ann, path } = await member(people);
  const next = people.visitor();
  const changes = { ...next.address, password: 'another password', user_metadata: { color: 'green' } };
  await people.server.ask(`PUT ${path}`, { ...changes, email_confirm: true });
  await people.server.get(path);
  await ann.refresh();
  await next.post('/token?grant_type=password', { ...next.address, password: 'another password' });
  await ann.elsewhere();
});

walk('a changed email stays as it was in what the account says of itself', async (people) => {
  const { path } = await member(people);
  await people.server.ask(`PUT ${path}`, { email: makeEmail() });
  await people.server.get(path);
});

walk('an email that is taken is a failure of the database', async (people) => {
  const { path } = await member(people);
  await people.server.ask(`PUT ${path}`, (await people.member()).address);
});

walk('confirming an email leaves its identity as it was, and takes back what was mailed', async (people) => {
  const ann = people.visitor();
  const { id } = await ann.post('/signup', ann.credentials);
  const { code: token } = await ann.readMail();
  await people.server.ask(`PUT /admin/users/${id}`, { email_confirm: true });
  await ann.post('/verify', { ...ann.address, token, type: 'email' });
});

walk('a ban lasts until it ends', async (people) => {
  const { ann, path } = await member(people);
  for (const ban_duration of ['1h30m', 'none', 'for ever']) {
    await people.server.ask(`PUT ${path}`, { ban_duration });
    await ann.get('/user');
  }
});

walk('a deleted account is gone with its sessions, and its email is free', async (people) => {
  const { ann, path } = await member(people);
  await ann.put({ email: makeEmail() });
  await people.server.ask(`DELETE ${path}`);
  await people.server.get(path);
  await ann.get('/user');
  await ann.refresh();
  const again = people.visitor(ann.email);
  await again.post('/signup', again.credentials);
});

walk('links are answered and not mailed, each for the accounts it suits', async (people) => {
  const ann = await people.member();
  const link = (type: string, given: object) =>
    people.server.post('/admin/generate_link', { type, ...given });
  const use = ({ verification_type: type, hashed_token: token_hash }: Record<string, unknown>) =>
    people.visitor().post('/verify', { type, token_hash });
  await ann.readMail();
  const magic = await link('magiclink', { ...ann.address, redirect_to: `${siteUrl}/wallets` });
  await ann.readMail();
  for (let count = 0; count < 2; count++) await use(magic);
  await use(await link('magiclink', { email: makeEmail() }));
  const { email_otp: token } = await link('recovery', ann.address);
  await people.visitor().post('/verify', { ...ann.address, token, type: 'recovery' });
  await link('recovery', { email: makeEmail() });
  const bob = people.visitor();
  await link('signup', { ...bob.credentials, data: { note: 'kept' } });
  await use(await link('invite', bob.address));
  await bob.elsewhere();
  await link('invite', bob.address);
  for (const email of ['', 'ü@example.test', 'two words@example.test', 'at@@example.test']) {
    await link('magiclink', { email });
    await people.server.post('/admin/users', { email, email_confirm: true });
  }
  await link('sms', { email: makeEmail() });
  const [current, next] = [await people.member(), people.visitor()];
  const change = { ...current.address, new_email: next.email };
  await use({ ...(await link('email_change_current', change)), verification_type: 'email_change' });
  const { email_otp } = await link('email_change_new', change);
  await next.post('/verify', { ...next.address, token: email_otp, type: 'email_change' });
  await next.post('/signup', { ...next.credentials, password: firstPassword });
});

import { createHash } from 'node:crypto';
import { answersAsRecorded, type Visitor } from '../../testing/recorded-answers.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { firstPassword, makeEmail } from '../../testing/sign-in.ts';
import { siteHost, siteUrl } from '../../testing/site-url.ts';

const { walk } = answersAsRecorded(() =>
  shareLocalSupabase('auth', { env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' } }),
);

const verify = (visitor: Visitor, given: object, type = 'email') =>
  visitor.post('/verify', { type, ...given });
const follow = (visitor: Visitor, token: string, redirect_to: string, type = 'magiclink') =>
  visitor.get(`/verify?${new URLSearchParams({ token, type, redirect_to })}`, { session: null });
const signIn = (visitor: Visitor, password = firstPassword) =>
  visitor.post('/token?grant_type=password', { ...visitor.address, password });

walk('a new account signs in once its email is confirmed, by a code that works once', async (people) => {
  const ann = people.visitor();
  await ann.post('/signup', ann.credentials);
  await signIn(ann);
  const token = (await ann.readMail()).code;
  const stranger = people.visitor();
  await stranger.post('/signup', stranger.credentials);
  await verify(stranger, { ...stranger.address, token });
  await verify(ann, { ...ann.address, token });
  await ann.get('/user');
  await verify(ann, { ...ann.address, token });
  await signIn(ann);
});

walk('a mailed link confirms once, and never as another kind', async (people) => {
  const ann = people.visitor();
  await ann.post('/signup', ann.credentials);
  const { hash: token_hash } = await ann.readMail();
  await verify(ann, { token_hash }, 'recovery');
  await verify(ann, { token_hash });
  await verify(ann, { token_hash });
});

walk('a known address gets an invented account and no mail', async (people) => {
  const ann = await people.member();
  const stranger = people.visitor(ann.email);
  await stranger.readMail();
  await stranger.post('/signup', { ...ann.address, password: 'some other password' });
  await stranger.readMail();
  await signIn(stranger);
});

walk('signing up and resending before confirming replace the mailed code', async (people) => {
  const ann = people.visitor();
  await ann.post('/signup', ann.credentials);
  const { code: first } = await ann.readMail();
  await ann.post('/signup', ann.credentials);
  const { code: second } = await ann.readMail();
  await verify(ann, { ...ann.address, token: first });
  await ann.post('/resend', { ...ann.address, type: 'signup' });
  const { code: third } = await ann.readMail();
  await verify(ann, { ...ann.address, token: second });
  await verify(ann, { ...ann.address, token: third });
  await ann.post('/resend', { ...ann.address, type: 'signup' });
  await ann.readMail();
  await ann.post('/resend', { email: makeEmail(), type: 'signup' });
});

walk('what is no password, no address and no JSON is refused', async (people) => {
  const visitor = people.visitor();
  for (const password of ['1234567', 'ü'.repeat(37), '', '12345678', 'ü'.repeat(36)])
    await visitor.post('/signup', { email: makeEmail(), password });
  for (const email of ['', 'no-at-sign', 'two@@example', 'a b@example.test', `x&lt;'b'@example.test`])
    await visitor.post('/signup', { email, password: firstPassword });
  for (const body of ['{"email":', { email: ['a@example.test'], password: firstPassword }])
    await visitor.post('/signup', body);
  await visitor.post('/signup', { ...visitor.credentials, data: { name: '\u0000' } });
});

walk(
  'an unknown address and a wrong password get one answer, which has a text code in the dated version',
  async (people) => {
    const ann = await people.member();
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    for (const email of [ann.email, makeEmail()])
      for (const given of [{}, { headers }])
        await people
          .visitor()
          .post('/token?grant_type=password', { email, password: 'wrong password' }, given);
  },
);

walk('a mailed code signs in, a wrong one does not and spoils nothing', async (people) => {
  const ann = await people.member();
  const other = people.visitor(ann.email);
  await other.post('/otp', { ...ann.address, create_user: false });
  const { code } = await other.readMail();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await verify(other, { ...ann.address, token: wrong });
  await verify(other, { ...ann.address, token: code });
});

walk('a code for an unknown address makes an account only if one may be made', async (people) => {
  const ann = people.visitor();
  await ann.post('/otp', { ...ann.address, create_user: false });
  await ann.readMail();
  await ann.post('/otp', ann.address);
  const { code } = await ann.readMail();
  await verify(ann, { ...ann.address, token: code });
});

walk('a recovery mail signs in to set a password, and an unknown address gets none', async (people) => {
  const ann = await people.member();
  const other = people.visitor(ann.email);
  await other.post('/recover', ann.address);
  const { hash: token_hash } = await other.readMail();
  await verify(other, { token_hash }, 'recovery');
  await other.put({ password: 'a new password' });
  await signIn(ann, 'a new password');
  await other.post('/recover', ann.address);
  await verify(other, { token_hash: (await other.readMail()).hash });
  const stranger = people.visitor();
  await stranger.post('/recover', stranger.address);
  await stranger.readMail();
});

walk('a followed link leads to the site alone, with the session in the fragment', async (people) => {
  const ann = await people.member();
  await ann.post('/otp', ann.address);
  await follow(ann, (await ann.readMail()).hash, `${siteUrl}/wallets`);
  await follow(ann, 'unknown', `${siteUrl}/auth/callback`, 'signup');
  for (const elsewhere of [
    'https://evil.example/',
    `${siteUrl}.evil.example/`,
    `${siteUrl}@evil.example/`,
    `http://evil@${siteHost}/`,
    '//evil.example',
    'javascript:alert(1)',
  ])
    await follow(ann, 'unknown', elsewhere);
});

walk('with PKCE a followed link gives a code that its verifier trades once', async (people) => {
  const ann = await people.member();
  const verifier = 'v'.repeat(56);
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  await ann.post('/otp', { ...ann.address, code_challenge, code_challenge_method: 's256' });
  await follow(ann, (await ann.readMail()).hash, `${siteUrl}/auth/callback`);
  const auth_code = ann.location?.searchParams.get('code');
  for (const code_verifier of ['w'.repeat(56), verifier, verifier])
    await people.visitor().post('/token?grant_type=pkce', { auth_code, code_verifier });
  for (const challenge of [
    { code_challenge },
    { code_challenge_method: 's256' },
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'ü'.repeat(43), code_challenge_method: 's256' },
  ])
    await ann.post('/otp', { ...ann.address, ...challenge });
});

walk('a changed address needs the yes of both, in either order', async (people) => {
  for (const isOldFirst of [true, false]) {
    const ann = await people.member();
    const next = people.visitor();
    await ann.put(next.address);
    const mails = [await ann.readMail(), await next.readMail()];
    for (const { hash: token_hash } of isOldFirst ? mails : mails.toReversed()) {
      await verify(ann, { token_hash }, 'email_change');
      await ann.get('/user');
    }
  }
});

walk('the first yes is answered with what to do next, by code and by link', async (people) => {
  const ann = await people.member();
  const next = people.visitor();
  await ann.put(next.address);
  const { code: token } = await next.readMail();
  const { hash } = await ann.readMail();
  await verify(ann, { ...ann.address, token }, 'email_change');
  await verify(ann, { ...next.address, token }, 'email_change');
  await follow(ann, hash, `${siteUrl}/account`, 'email_change');
  await ann.get('/user');
  await ann.put(ann.address);
  await follow(ann, (await ann.readMail()).hash, `${siteUrl}/account`, 'email_change');
});

walk('a sign-in by mail ends a change of address, and one address gives no yes twice', async (people) => {
  const ann = await people.member();
  const next = people.visitor();
  await ann.put(next.address);
  const { hash: late } = await next.readMail();
  await ann.readMail();
  const other = people.visitor(ann.email);
  await other.post('/otp', ann.address);
  await verify(other, { ...ann.address, token: (await other.readMail()).code });
  await verify(ann, { token_hash: late }, 'email_change');
  await ann.put(next.address);
  await verify(ann, { token_hash: (await next.readMail()).hash }, 'email_change');
  await ann.post('/resend', { ...ann.address, type: 'email_change' });
  await verify(ann, { token_hash: (await next.readMail()).hash }, 'email_change');
  await ann.get('/user');
});

walk('an account can neither take the address of another nor change what an admin may', async (people) => {
  const [ann, bob] = [await people.member(), await people.member()];
  await ann.put(bob.address);
  for (const change of [
    { app_metadata: { role: 'admin' } },
    { password: '' },
    { phone: '15551234567' },
    { data: { note: 'a\u0000b' } },
    '{"data":{"__proto__":{"role":"service_role"}}}',
    { data: { name: 'Ann', color: 'green' } },
    { data: { color: null } },
  ])
    await ann.put(change);
  await people.visitor().put({ data: {} });
  await people.visitor().post('/admin/users');
});

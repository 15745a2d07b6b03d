import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { connectClient, makeEmail, postAuth } from 'local-supabase/testing';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const asServer = () => connectClient(backend, backend.secretKey);

interface SignUp {
  email: string;
  password: string;
  mark: string;
}

async function signUp(mine: Partial<SignUp> = {}): Promise<SignUp> {
  const made = { email: makeEmail(), password: `password ${randomUUID()}`, mark: randomUUID(), ...mine };
  const { error } = await connectClient(backend).auth.signUp({
    email: made.email,
    password: made.password,
    options: { data: { sign_up_mark: made.mark } },
  });
  if (error) throw error;
  return made;
}

async function mailedTo(email: string): Promise<{ tokenHash: string; code: string }> {
  const mail = await backend.newestMailTo(email);
  const tokenHash = new URL(mail.link ?? '').searchParams.get('token_hash') ?? '';
  return { tokenHash, code: mail.code ?? '' };
}

async function settle(tokenHash: string, email: string | null, mark: string): Promise<string | null> {
  const asked = { p_token_hash: tokenHash, p_email: email, p_mark: mark };
  const { data, error } = await asServer().rpc('resolve_first_password', asked);
  if (error) throw error;
  return data as string | null;
}

async function followLink(tokenHash: string, type: 'email' | 'recovery' = 'email') {
  const { data, error } = await connectClient(backend).auth.verifyOtp({ token_hash: tokenHash, type });
  if (error) throw error;
  if (!data.session || !data.user) throw new Error('The link gave no session.');
  return { session: data.session, user: data.user };
}

const signsIn = async ({ email, password }: Pick<SignUp, 'email' | 'password'>) =>
  (await postAuth(backend, '/token?grant_type=password', { email, password })).status;

test('keeps the password if the same browser confirms, and removes its mark from all tokens after the first', async () => {
  const mine = await signUp();
  const { tokenHash } = await mailedTo(mine.email);
  expect(await settle(tokenHash, null, mine.mark)).toBe('kept');
  const { session, user } = await followLink(tokenHash);
  expect(await signsIn(mine)).toBe(200);
  // Auth's first response and token may still contain the mark, because they come from memory. Later ones don't.
  expect(
    (await connectClient(backend).auth.getUser(session.access_token)).data.user?.user_metadata,
  ).not.toHaveProperty('sign_up_mark');
  const refreshed = await connectClient(backend).auth.refreshSession(session);
  const token = decodeJwt(refreshed.data.session?.access_token ?? '');
  expect(token).toMatchObject({ sub: user.id });
  expect(token.user_metadata).not.toHaveProperty('sign_up_mark');
  expect(await settle(tokenHash, mine.email, mine.mark)).toBe('confirmed');
});

test('a second sign-up with an address keeps the first password and mark', async () => {
  const stranger = await signUp();
  const owner = await signUp({ email: stranger.email });
  const { tokenHash } = await mailedTo(owner.email);
  expect(await settle(tokenHash, null, owner.mark)).toBe('replaced');
});

const mailAgain: Record<'email' | 'recovery', (email: string) => Promise<unknown>> = {
  email: (email) => signUp({ email }),
  recovery: (email) => postAuth(backend, '/recover', { email }),
};

test.each(['email', 'recovery'] as const)(
  "a stranger who signed up first can't sign in once the owner has used a link of type %s",
  async (type) => {
    const stranger = await signUp();
    await mailAgain[type](stranger.email);
    const { tokenHash } = await mailedTo(stranger.email);
    expect(await settle(tokenHash, null, 'the mark of another browser')).toBe('replaced');
    const { session } = await followLink(tokenHash, type);
    // The owner leaves without choosing a password.
    expect(await signsIn(stranger)).toBe(400);
    expect(await signsIn({ ...stranger, password: '' })).toBe(400);
    const client = connectClient(backend);
    await client.auth.setSession(session);
    expect((await client.auth.updateUser({ password: 'chosen by the owner' })).error).toBeNull();
    expect(await signsIn({ ...stranger, password: 'chosen by the owner' })).toBe(200);
  },
);

test("a stranger who tries codes while the owner confirms can't keep their password", async () => {
  const stranger = await signUp();
  const { tokenHash } = await mailedTo(stranger.email);
  expect(await settle(tokenHash, null, 'the mark of the owner')).toBe('replaced');
  await settle('of a wrong code', stranger.email, stranger.mark);
  await followLink(tokenHash);
  expect(await signsIn(stranger)).toBe(400);
});

test('an owner keeps their password if others tried codes for the address', async () => {
  const mine = await signUp();
  const { tokenHash } = await mailedTo(mine.email);
  expect(await settle('of a wrong code', mine.email, 'the mark of somebody else')).toBe('replaced');
  expect(await settle(tokenHash, null, mine.mark)).toBe('kept');
  await followLink(tokenHash);
  expect(await signsIn(mine)).toBe(200);
});

test('replaces the password of an account without a mark, and a missing mark never matches', async () => {
  const email = makeEmail();
  await connectClient(backend).auth.signUp({ email, password: 'correct horse battery' });
  const { tokenHash } = await mailedTo(email);
  for (const mark of ['', 'undefined', 'null']) expect(await settle(tokenHash, null, mark)).toBe('replaced');
});

test('an unknown address and an unknown link return no account', async () => {
  expect(await settle('none', makeEmail('nobody'), 'any')).toBeNull();
  expect(await settle('none', null, 'any')).toBeNull();
});

test('removes a mark from a confirmed account, even if its user writes it', async () => {
  const mine = await signUp();
  const { session } = await followLink((await mailedTo(mine.email)).tokenHash);
  const client = connectClient(backend);
  await client.auth.setSession(session);
  const { error } = await client.auth.updateUser({ data: { sign_up_mark: 'again', hat: 'red' } });
  expect(error).toBeNull();
  // Not from the response of the change, which Auth returns from memory.
  const { data } = await client.auth.getUser();
  expect(data.user?.user_metadata).toMatchObject({ hat: 'red' });
  expect(data.user?.user_metadata).not.toHaveProperty('sign_up_mark');
});

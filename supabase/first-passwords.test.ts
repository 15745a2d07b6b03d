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

test('the password of the browser that signed up is kept, and its mark is in no token after the first', async () => {
  const mine = await signUp();
  const { tokenHash } = await mailedTo(mine.email);
  expect(await settle(tokenHash, null, mine.mark)).toBe('kept');
  const { session, user } = await followLink(tokenHash);
  expect(await signsIn(mine)).toBe(200);
  // Auth's first answer and token come from its memory and may still carry it. Later ones don't.
  expect(
    (await connectClient(backend).auth.getUser(session.access_token)).data.user?.user_metadata,
  ).not.toHaveProperty('sign_up_mark');
  const refreshed = await connectClient(backend).auth.refreshSession(session);
  const token = decodeJwt(refreshed.data.session?.access_token ?? '');
  expect(token).toMatchObject({ sub: user.id });
  expect(token.user_metadata).not.toHaveProperty('sign_up_mark');
  expect(await settle(tokenHash, mine.email, mine.mark)).toBe('confirmed');
});

test('an address that signs up again keeps the first password and the first mark', async () => {
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
  'a stranger who signed up first has no way in once the owner used a link of type %s',
  async (type) => {
    const stranger = await signUp();
    await mailAgain[type](stranger.email);
    const { tokenHash } = await mailedTo(stranger.email);
    expect(await settle(tokenHash, null, 'the mark of another browser')).toBe('replaced');
    const { session } = await followLink(tokenHash, type);
    // The owner leaves here without choosing a password.
    expect(await signsIn(stranger)).toBe(400);
    expect(await signsIn({ ...stranger, password: '' })).toBe(400);
    const client = connectClient(backend);
    await client.auth.setSession(session);
    expect((await client.auth.updateUser({ password: 'chosen by the owner' })).error).toBeNull();
    expect(await signsIn({ ...stranger, password: 'chosen by the owner' })).toBe(200);
  },
);

test('the stranger cannot take the doubt back by trying codes while the owner confirms', async () => {
  const stranger = await signUp();
  const { tokenHash } = await mailedTo(stranger.email);
  expect(await settle(tokenHash, null, 'the mark of the owner')).toBe('replaced');
  await settle('of a wrong code', stranger.email, stranger.mark);
  await followLink(tokenHash);
  expect(await signsIn(stranger)).toBe(400);
});

test('nobody loses a password because others tried codes for the address', async () => {
  const mine = await signUp();
  const { tokenHash } = await mailedTo(mine.email);
  expect(await settle('of a wrong code', mine.email, 'the mark of somebody else')).toBe('replaced');
  expect(await settle(tokenHash, null, mine.mark)).toBe('kept');
  await followLink(tokenHash);
  expect(await signsIn(mine)).toBe(200);
});

test('an account without a mark is doubted, and none of a mark matches nothing', async () => {
  const email = makeEmail();
  await connectClient(backend).auth.signUp({ email, password: 'correct horse battery' });
  const { tokenHash } = await mailedTo(email);
  for (const mark of ['', 'undefined', 'null']) expect(await settle(tokenHash, null, mark)).toBe('replaced');
});

test('an unknown address and an unknown link are nobody', async () => {
  expect(await settle('none', makeEmail('nobody'), 'any')).toBeNull();
  expect(await settle('none', null, 'any')).toBeNull();
});

test('a mark is taken from a confirmed account, whoever writes it there', async () => {
  const mine = await signUp();
  const { session } = await followLink((await mailedTo(mine.email)).tokenHash);
  const client = connectClient(backend);
  await client.auth.setSession(session);
  const { error } = await client.auth.updateUser({ data: { sign_up_mark: 'again', hat: 'red' } });
  expect(error).toBeNull();
  // Not the answer of the change, which Auth gives from memory.
  const { data } = await client.auth.getUser();
  expect(data.user?.user_metadata).toMatchObject({ hat: 'red' });
  expect(data.user?.user_metadata).not.toHaveProperty('sign_up_mark');
});

test('people and visitors may not ask whose password counts', async () => {
  const mine = await signUp();
  const { session } = await followLink((await mailedTo(mine.email)).tokenHash);
  const client = connectClient(backend);
  for (const authorization of [`Bearer ${session.access_token}`, `Bearer ${backend.publishableKey}`]) {
    for (const [name, parameters] of [
      ['resolve_first_password', { p_token_hash: '', p_email: mine.email, p_mark: '' }],
      ['find_account_of_mail_link', { p_token_hash: '' }],
    ] as const) {
      const { error } = await client.rpc(name, parameters).setHeader('authorization', authorization);
      expect(error?.code).toBe('42501');
    }
  }
});

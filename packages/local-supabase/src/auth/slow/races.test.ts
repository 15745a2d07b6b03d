import { currentCode, enrol } from '../../testing/second-factor.ts';
import { connectClient, postAuth, postRefresh, signUpAtAuth } from '../../testing/sign-in.ts';
import { makeWallet, signText, writeStatement } from '../../testing/sign-solana-message.ts';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

let unlucky: LocalSupabase;
let lucky: LocalSupabase;
beforeAll(async () => {
  const env = { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' };
  [unlucky, lucky] = await Promise.all([
    startLocalSupabase({
      env: {
        ...env,
        LOCAL_SUPABASE_RACES: 'mailed-links,factor-codes,factor-removals,metadata,refreshes,wallet-accounts',
      },
    }),
    startLocalSupabase({ env }),
  ]);
});
afterAll(() => Promise.all([unlucky.stop(), lucky.stop()]));

/** What several requests at the same moment are answered, sorted. */
async function atOnce(count: number, ask: (index: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
  return answers.map(({ status }) => status).sort();
}

async function useLinkTwice(backend: LocalSupabase) {
  const { client, email } = await signUpAtAuth(backend);
  await client.auth.resetPasswordForEmail(email);
  const { code } = await backend.newestMailTo(email);
  const use = () => postAuth(backend, '/verify', { type: 'recovery', email, token: code });
  return { statuses: await atOnce(2, use), later: (await use()).status };
}

async function answerChallengeTwice(backend: LocalSupabase) {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId, secret } = await enrol(client);
  const { data, error } = await client.auth.mfa.challenge({ factorId });
  if (error) throw error;
  const body = { challenge_id: data.id, code: currentCode(secret) };
  const headers = { authorization: `Bearer ${session.access_token}` };
  return atOnce(2, () => postAuth(backend, `/factors/${factorId}/verify`, body, headers));
}

async function removeFactorTwice(backend: LocalSupabase) {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId } = await enrol(client);
  const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
  const remove = async () => {
    const { error } = await mfa.deleteFactor({ userId: session.user.id, id: factorId });
    return { status: error?.status ?? 200 };
  };
  return { statuses: await atOnce(2, remove), later: (await remove()).status };
}

async function nameTenTimes(backend: LocalSupabase) {
  const { client } = await signUpAtAuth(backend);
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => client.auth.updateUser({ data: { [`key${index}`]: true } })),
  );
  const { data } = await client.auth.getUser();
  return Object.keys(data.user?.user_metadata ?? {}).filter((key) => key.startsWith('key')).length;
}

async function signInTwiceWithNewWallet(backend: LocalSupabase) {
  const wallet = makeWallet();
  const message = writeStatement(wallet.address);
  const body = { chain: 'solana', message, signature: signText(wallet, message) };
  const signIn = () => postAuth(backend, '/token?grant_type=web3', body);
  return { statuses: await atOnce(2, signIn), later: (await signIn()).status };
}

describe('with bad luck, as the real one can have it', () => {
  test('a mailed link that is used twice at once gives two sessions, and no third one later', async () => {
    expect(await useLinkTwice(unlucky)).toEqual({ statuses: [200, 200], later: 403 });
  });

  test('one challenge is answered by two codes at once', async () => {
    expect(await answerChallengeTwice(unlucky)).toEqual([200, 200]);
  });

  test('of two removals of a factor at once both succeed', async () => {
    expect(await removeFactorTwice(unlucky)).toEqual({ statuses: [200, 200], later: 404 });
  });

  test('parallel changes of the metadata lose each other', async () => {
    expect(await nameTenTimes(unlucky)).toBeLessThan(10);
  });

  test('a wallet that signs in twice at once for the first time gets one account, and one of them an error', async () => {
    expect(await signInTwiceWithNewWallet(unlucky)).toEqual({ statuses: [200, 500], later: 200 });
  });

  test('a refresh beside another one is a conflict, and works after it', async () => {
    const { session } = await signUpAtAuth(unlucky);
    const statuses = await atOnce(5, () => postRefresh(unlucky, session.refresh_token));
    expect(statuses).toContain(409);
    expect(statuses).toContain(200);
    expect((await postRefresh(unlucky, session.refresh_token)).status).toBe(200);
  });
});

describe('without, which is the rule', () => {
  test('all of these happen once, and nothing is lost', async () => {
    expect(await useLinkTwice(lucky)).toEqual({ statuses: [200, 403], later: 403 });
    expect(await answerChallengeTwice(lucky)).toEqual([200, 422]);
    expect(await nameTenTimes(lucky)).toBe(10);
    expect(await signInTwiceWithNewWallet(lucky)).toEqual({ statuses: [200, 200], later: 200 });
    const { session } = await signUpAtAuth(lucky);
    expect(await atOnce(5, () => postRefresh(lucky, session.refresh_token))).toEqual([
      200, 200, 200, 200, 200,
    ]);
  });
});

import { currentCode, enrol } from '../../testing/second-factor.ts';
import { connectClient, postAuth, postRefresh, signUpAtAuth } from '../../testing/sign-in.ts';
import { makeWallet, signText, writeStatement } from '../../testing/sign-solana-message.ts';
import { holdBackend, type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const races = 'mailed-links,factor-codes,factor-removals,metadata,refreshes,wallet-accounts';
const env = { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' };
const unlucky = holdBackend(() => startLocalSupabase({ env: { ...env, LOCAL_SUPABASE_RACES: races } }));
const lucky = holdBackend(() => startLocalSupabase({ env }));

type Ask = () => Promise<{ status: number }>;

/** @returns the sorted statuses of concurrent requests, then the status of a later one */
async function atOnce(count: number, ask: Ask) {
  const answers = await Promise.all(Array.from({ length: count }, ask));
  return [...answers.map(({ status }) => status).sort(), (await ask()).status];
}

async function useMailedLink(backend: LocalSupabase) {
  const { client, email } = await signUpAtAuth(backend);
  await client.auth.resetPasswordForEmail(email);
  const { code } = await backend.newestMailTo(email);
  return atOnce(2, () => postAuth(backend, '/verify', { type: 'recovery', email, token: code }));
}

async function answerChallenge(backend: LocalSupabase) {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId, secret } = await enrol(client);
  const { data } = await client.auth.mfa.challenge({ factorId });
  const body = { challenge_id: data?.id, code: currentCode(secret) };
  const headers = { authorization: `Bearer ${session.access_token}` };
  return atOnce(2, () => postAuth(backend, `/factors/${factorId}/verify`, body, headers));
}

async function removeFactor(backend: LocalSupabase) {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId } = await enrol(client);
  const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
  return atOnce(2, async () => {
    const { error } = await mfa.deleteFactor({ userId: session.user.id, id: factorId });
    return { status: error?.status ?? 200 };
  });
}

async function signInWithNewWallet(backend: LocalSupabase) {
  const wallet = makeWallet();
  const message = writeStatement(wallet.address);
  const body = { chain: 'solana', message, signature: signText(wallet, message) };
  return atOnce(2, () => postAuth(backend, '/token?grant_type=web3', body));
}

async function refresh(backend: LocalSupabase) {
  const { session } = await signUpAtAuth(backend);
  const statuses = await atOnce(5, () => postRefresh(backend, session.refresh_token));
  return [...new Set(statuses)].sort();
}

async function nameTenTimes(backend: LocalSupabase) {
  const { client } = await signUpAtAuth(backend);
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => client.auth.updateUser({ data: { [`key${index}`]: true } })),
  );
  const { data } = await client.auth.getUser();
  return [Object.keys(data.user?.user_metadata ?? {}).filter((key) => key.startsWith('key')).length === 10];
}

test.each([
  ['a mailed link opens two sessions, and no third', useMailedLink, [200, 200, 403], [200, 403, 403]],
  ['a challenge is answered twice', answerChallenge, [200, 200, 422], [200, 422, 422]],
  ['a factor is removed twice', removeFactor, [200, 200, 404], [200, 404, 404]],
  ['a new wallet gets one account and an error', signInWithNewWallet, [200, 500, 200], [200, 200, 200]],
  ['a refresh beside another is a conflict', refresh, [200, 409], [200]],
  ['changes of the metadata lose each other', nameTenTimes, [false], [true]],
])(
  'concurrently, %s with races on, as at Supabase, and not with races off',
  async (_what, ask, withRaces, without) => {
    expect([await ask(unlucky), await ask(lucky)]).toEqual([withRaces, without]);
  },
);

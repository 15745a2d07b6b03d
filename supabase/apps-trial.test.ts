import {
  addApp,
  describeApp,
  findGrant,
  give,
  makeSecretHash,
  poll,
  readClaims,
} from './testing/apps/let-apps-in.ts';
import { accepted, callAsServer, type Person, proveNewWallet, signUpPerson } from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const scopes = ['openid', 'profile', 'email', 'wallets', 'proofs'];

const register = async ({ bound }: Person) =>
  accepted(
    await callAsServer<string>(backend, 'register_own_oauth_client', {
      ...bound,
      p_client: describeApp(),
      p_secret_hash: makeSecretHash(),
      p_device: null,
    }),
  );

const tryIt = ({ bound }: Person, p_client_id: string, p_wallet_ids: string[] = []) =>
  callAsServer<Record<string, unknown>>(backend, 'describe_trial_claims', {
    ...bound,
    p_client_id,
    p_scopes: scopes,
    p_wallet_ids,
  });

test('a trial returns exactly the claims that consent then grants, and stores nothing', async () => {
  const ann = await signUpPerson(backend);
  const app = await register(ann);
  const [one, other] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
  const countRows = () =>
    callAsServer(backend, 'test_count_rows_of_account', { p_user_id: ann.bound.p_user_id });
  const before = accepted(await countRows());
  const tried = accepted(await tryIt(ann, app, [one.walletId]));
  expect(tried).toMatchObject({ sub: null, email_verified: true, wallets: [{ chain: 'solana:mainnet' }] });
  expect(accepted(await countRows())).toEqual(before);
  expect((await poll(backend, app)).events).toEqual([]);

  const chosen = [one.walletId, other.walletId];
  const given = await readClaims(
    backend,
    accepted(await give(backend, ann, app, [one.walletId], scopes)),
    scopes,
  );
  expect(given).toEqual({ ...tried, sub: expect.any(String) });
  // A trial with other wallets after consent doesn't change the app's data.
  const more = accepted(await tryIt(ann, app, chosen));
  expect(more).toMatchObject({ sub: given?.sub, wallets: [{}, {}], proofs: [{}, {}] });
  expect(await findGrant(backend, ann, app)).toMatchObject({ wallets: [{ id: one.walletId }] });
});

test("a trial is allowed only for the user's own app, with their own proven wallets", async () => {
  const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
  const app = await register(ann);
  const [gone, external] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, bob)];
  await callAsServer(backend, 'remove_wallet', { ...ann.bound, p_wallet_id: gone.walletId, p_device: null });
  const team = await addApp(backend);
  for (const [person, id] of [
    [bob, app],
    [ann, team],
    [ann, 'app_none'],
  ] as const)
    expect((await tryIt(person, id)).refusal).toBe('404 app.unknown');
  const nobody = { bound: { ...ann.bound, p_user_id: null } } as unknown as Person;
  expect((await tryIt(nobody, team)).refusal).toBe('401 auth.signed_out');
  expect(accepted(await tryIt(ann, app, [gone.walletId, external.walletId]))).toMatchObject({
    wallets: [],
    proofs: [],
  });
  await callAsServer(backend, 'disable_oauth_client', { p_client_id: app, p_is_disabled: true });
  expect((await tryIt(ann, app)).refusal).toBe('404 app.unknown');
});

import { connectClient } from 'local-supabase/testing';
import {
  type AppEvent,
  addApp,
  addressesOf,
  give,
  poll,
  readAsApp,
  readClaims,
  subjectOf,
} from './testing/apps/let-apps-in.ts';
import {
  accepted,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  readActivity,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const call = <Data>(name: string, parameters: Record<string, unknown>) =>
  callAsServer<Data>(backend, name, parameters);
const kinds = (events: AppEvent[]) => events.map(({ kind }) => kind);
const remove = ({ bound }: Person, walletId: string) =>
  call('remove_wallet', { ...bound, p_wallet_id: walletId, p_device: null });
const closeAccount = ({ bound }: Person) => call('delete_account', bound);

/** A user who shares a wallet with an app that has received the events about it. */
async function share() {
  const ann = await signUpPerson(backend);
  const app = await addApp(backend);
  const wallet = await proveNewWallet(backend, ann);
  const grantId = accepted(await give(backend, ann, app, [wallet.walletId]));
  const sub = await subjectOf(backend, ann, app);
  const { events } = await poll(backend, app);
  expect(events).toEqual([
    {
      jti: expect.any(String),
      sub,
      kind: 'wallet-shared',
      details: {
        account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${wallet.address}`,
        chain: 'solana:mainnet',
        address: wallet.address,
        proven_at: expect.any(String),
      },
      createdAt: expect.any(String),
    },
  ]);
  await poll(
    backend,
    app,
    events.map(({ jti }) => jti),
    0,
  );
  return { ann, app, wallet, grantId, sub };
}

describe('an app receives', () => {
  it('the move of a wallet to another account, and can no longer read that wallet', async () => {
    const { ann, app, wallet, sub } = await share();
    const bob = await signUpPerson(backend);
    expect(accepted(await prove(backend, bob, wallet.address, 'move'))).toMatchObject([{ outcome: 'moved' }]);
    expect(await readAsApp(backend, app, sub)).toEqual([]);
    const { events } = await poll(backend, app);
    expect(events).toMatchObject([{ kind: 'wallet-moved', sub, details: { address: wallet.address } }]);
    // The event doesn't name the wallet's new account.
    expect(JSON.stringify(events)).not.toContain(bob.bound.p_user_id);
    expect((await readActivity(ann))[0]).toBe('wallet_moved_away');
  });

  it('events of a subject in their order', async () => {
    const { ann, app, wallet, grantId } = await share();
    const other = await proveNewWallet(backend, ann);
    accepted(await give(backend, ann, app, [wallet.walletId, other.walletId]));
    accepted(await prove(backend, ann, wallet.address));
    const unshared = { ...ann.bound, p_grant_id: grantId, p_wallet_id: other.walletId, p_device: null };
    expect((await call('unshare_wallet', unshared)).refusal).toBeNull();
    await remove(ann, wallet.walletId);
    await call('end_oauth_grant', { ...ann.bound, p_grant_id: grantId, p_device: null });
    const { events, more } = await poll(backend, app);
    expect(events.map(({ kind, details }) => [kind, details.address])).toEqual([
      ['wallet-shared', other.address],
      ['wallet-proven', wallet.address],
      ['wallet-removed', other.address],
      ['wallet-removed', wallet.address],
      ['grant-ended', undefined],
    ]);
    expect(more).toBe(false);
  });

  it("no events of a wallet it can't read, and none after its grant has ended", async () => {
    const { ann, app, wallet, grantId } = await share();
    const hidden = await proveNewWallet(backend, ann);
    await prove(backend, ann, hidden.address);
    await remove(ann, hidden.walletId);
    expect((await poll(backend, app)).events).toEqual([]);
    await call('end_oauth_grant', { ...ann.bound, p_grant_id: grantId, p_device: null });
    await prove(backend, ann, wallet.address);
    await remove(ann, wallet.walletId);
    await closeAccount(ann);
    expect(kinds((await poll(backend, app)).events)).toEqual(['grant-ended']);
  });

  it('the deletion of an account, of which nothing else is kept', async () => {
    const { ann, app, wallet, grantId, sub } = await share();
    expect((await closeAccount(ann)).refusal).toBeNull();
    expect((await poll(backend, app)).events).toMatchObject([{ kind: 'account-purged', sub, details: {} }]);
    expect(await readAsApp(backend, app, sub)).toBeNull();
    expect(await readClaims(backend, grantId, ['openid'])).toBeNull();
    const left = accepted(await call('test_read_app_events', { p_client_id: app }));
    expect(JSON.stringify(left)).not.toMatch(`${wallet.address}|${ann.email}`);
    const rows = { p_user_id: ann.bound.p_user_id };
    // Only the pending deletion at Auth and queued emails remain.
    expect(accepted(await call('test_count_rows_of_account', rows))).toEqual({
      'countersign_private.outbox': expect.any(Number),
      'countersign_private.pending_deletions': 1,
    });
  });

  it('the deletion too if Auth deletes the user by itself', async () => {
    const { ann, app, sub } = await share();
    const admin = connectClient(backend, backend.secretKey).auth.admin;
    expect((await admin.deleteUser(ann.bound.p_user_id)).error).toBeNull();
    expect((await poll(backend, app)).events).toMatchObject([{ kind: 'account-purged', sub }]);
  });

  it('no events if it has no secret, since it could not poll', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend, { is_confidential: false });
    accepted(await give(backend, ann, app, [(await proveNewWallet(backend, ann)).walletId]));
    expect(accepted(await call('test_read_app_events', { p_client_id: app }))).toEqual([]);
  });

  it('no events of refused changes', async () => {
    const { ann, app, grantId } = await share();
    const bob = await signUpPerson(backend);
    await call('end_oauth_grant', { ...bob.bound, p_grant_id: grantId, p_device: null });
    await give(backend, ann, app, [(await proveNewWallet(backend, bob)).walletId]);
    expect((await poll(backend, app)).events).toEqual([]);
  });
});

describe('events are kept', () => {
  it('until they are acknowledged, and are returned again until then', async () => {
    const { ann, app, wallet } = await share();
    await prove(backend, ann, wallet.address);
    await prove(backend, ann, wallet.address);
    const first = await poll(backend, app);
    expect(await poll(backend, app)).toEqual(first);
    const [older, newer] = first.events;
    expect((await poll(backend, app, [newer?.jti ?? ''])).events).toEqual([older]);
    // Repeated and unknown acknowledgments are accepted.
    const again = [newer?.jti ?? '', crypto.randomUUID()];
    expect((await poll(backend, app, again)).events).toEqual([older]);
    expect((await poll(backend, app, [older?.jti ?? ''])).events).toEqual([]);
  });

  it('separately for each app: another one can neither read nor acknowledge them', async () => {
    const { ann, app, wallet } = await share();
    await prove(backend, ann, wallet.address);
    const { events } = await poll(backend, app);
    const thief = await addApp(backend);
    const acknowledged = await poll(
      backend,
      thief,
      events.map(({ jti }) => jti),
    );
    expect(acknowledged.events).toEqual([]);
    expect((await poll(backend, app)).events).toEqual(events);
  });

  it('and returned in batches, oldest first, with a note that there are more', async () => {
    const { ann, app, wallet } = await share();
    for (let count = 0; count < 3; count += 1) await prove(backend, ann, wallet.address);
    const all = (await poll(backend, app)).events;
    expect(await poll(backend, app, [], 2)).toMatchObject({ events: all.slice(0, 2), more: true });
    expect(await poll(backend, app, [], 0)).toMatchObject({ events: [], more: true });
    expect(await poll(backend, app, [], 3)).toMatchObject({ events: all, more: false, forgotten: [] });
    // The response lists only the acknowledgments that deleted an event.
    const [first] = all;
    const known = first?.jti ?? '';
    expect(await poll(backend, app, [crypto.randomUUID(), known])).toMatchObject({ forgotten: [known] });
    expect(await poll(backend, app, [known])).toMatchObject({ forgotten: [] });
    const acks = Array.from({ length: 1001 }, () => crypto.randomUUID());
    const flooded = await call('poll_oauth_events', { p_client_id: app, p_acks: acks, p_at_most: 1 });
    expect(flooded.refusal).toBe('400 request.unexpected');
  });

  it('for 30 days', async () => {
    const { ann, app, wallet } = await share();
    await prove(backend, ann, wallet.address);
    await call('test_age_app_events', { p_client_id: app, p_age: '29 days 23 hours' });
    expect((await poll(backend, app)).events).toHaveLength(1);
    await call('test_age_app_events', { p_client_id: app, p_age: '1 hour' });
    expect((await poll(backend, app)).events).toEqual([]);
    // The next event of any app deletes expired events.
    await share();
    expect(accepted(await call('test_read_app_events', { p_client_id: app }))).toEqual([]);
  });

  it('for an app that is disabled, but not for one that is removed', async () => {
    const { ann, app, wallet } = await share();
    await call('disable_oauth_client', { p_client_id: app, p_is_disabled: true });
    await prove(backend, ann, wallet.address);
    const asked = { p_client_id: app, p_acks: [], p_at_most: 1 };
    expect((await call('poll_oauth_events', asked)).refusal).toBe('404 app.unknown');
    await call('disable_oauth_client', { p_client_id: app, p_is_disabled: false });
    expect(kinds((await poll(backend, app)).events)).toEqual(['wallet-proven']);
    await call('remove_oauth_client', { p_client_id: app });
    expect((await call('poll_oauth_events', asked)).refusal).toBe('404 app.unknown');
    await remove(ann, wallet.walletId);
    expect(accepted(await call<AppEvent[]>('test_read_app_events', { p_client_id: app }))).toHaveLength(1);
  });
});

test('an export lists the data that every app can and could read, with scopes, wallets and dates', async () => {
  const { ann, app, wallet, grantId, sub } = await share();
  await call('end_oauth_grant', { ...ann.bound, p_grant_id: grantId, p_device: null });
  accepted(await give(backend, ann, app, null, ['openid', 'email']));
  const exported = accepted(
    await call<{ apps: unknown[]; ownApps: unknown[] }>('start_export', { ...ann.bound, p_device: null }),
  );
  const seen = { app: expect.any(String), host: expect.stringMatching(/\.example$/), accountThere: sub };
  const dates = { allowedAt: expect.any(String), lastUsedAt: expect.any(String) };
  const wallets = [
    {
      walletId: wallet.walletId,
      chain: 'solana:mainnet',
      address: wallet.address,
      sharedAt: expect.any(String),
    },
  ];
  expect(exported.apps).toEqual([
    {
      ...seen,
      ...dates,
      showsPage: false,
      scopes: ['openid', 'wallets'],
      endedAt: expect.any(String),
      wallets,
    },
    { ...seen, ...dates, showsPage: false, scopes: ['email', 'openid'], endedAt: null, wallets: [] },
  ]);
  expect(exported.ownApps).toEqual([]);
});

test('a wallet that is withdrawn from one app stays readable for another', async () => {
  const { ann, app, wallet, grantId, sub } = await share();
  const other = await addApp(backend);
  accepted(await give(backend, ann, other, [wallet.walletId]));
  await call('unshare_wallet', {
    ...ann.bound,
    p_grant_id: grantId,
    p_wallet_id: wallet.walletId,
    p_device: null,
  });
  expect(addressesOf(await readAsApp(backend, app, sub))).toEqual([]);
  expect(addressesOf(await readAsApp(backend, other, await subjectOf(backend, ann, other)))).toEqual([
    wallet.address,
  ]);
});

import {
  addApp,
  addressesOf,
  describeApp,
  findGrant,
  give,
  listGrants,
  makeSecretHash,
  poll,
  readAsApp,
  readClaims,
  readSharedAsApp,
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
const readGrant = async (id: string) =>
  accepted(
    await call<{ scopes: string[]; ended_because: string | null }>('test_read_grant', { p_grant_id: id }),
  );
const end = (person: Person, id: string) =>
  call('end_oauth_grant', { ...person.bound, p_grant_id: id, p_device: null });
const list = async (person: Person) => (await listGrants(backend, person)).apps;

it('is listed with its port, as consent shows it', async () => {
  const ann = await signUpPerson(backend);
  const places: Record<string, string> = {
    'http://localhost:4000/cb': 'localhost:4000',
    'https://gate.example/cb:8': 'gate.example',
    'https://gate.example:8443': 'gate.example:8443',
    'http://[::1]:4000/cb': '[::1]:4000',
  };
  for (const [uri, host] of Object.entries(places)) {
    accepted(await give(backend, ann, await addApp(backend, { redirect_uris: [uri] }), [], ['openid']));
    expect((await list(ann))[0]?.host).toBe(host);
  }
});

describe('two apps that compare their data', () => {
  it('know a user by two unrelated subjects, each of them stable', async () => {
    const ann = await signUpPerson(backend);
    const [one, other] = [await addApp(backend), await addApp(backend)];
    const names = [await subjectOf(backend, ann, one), await subjectOf(backend, ann, other)];
    expect(names[0]).not.toBe(names[1]);
    expect(await subjectOf(backend, ann, one)).toBe(names[0]);
    expect(names.join()).not.toContain(ann.bound.p_user_id);
    // Fifty concurrent calls create one subject.
    const fresh = await addApp(backend);
    const asked = await Promise.all(Array.from({ length: 50 }, () => subjectOf(backend, ann, fresh)));
    expect(new Set(asked).size).toBe(1);
  });

  it("of one host of the team share a subject; a user's app with the same host does not", async () => {
    const [ann, dev] = [await signUpPerson(backend), await signUpPerson(backend)];
    const uris = { redirect_uris: ['https://shared.example/a'] };
    const [one, other] = [await addApp(backend, uris), await addApp(backend, uris)];
    expect(await subjectOf(backend, ann, one)).toBe(await subjectOf(backend, ann, other));
    const own = await call<string>('register_own_oauth_client', {
      ...dev.bound,
      p_client: describeApp({ ...uris, sector: 'shared.example' }),
      p_secret_hash: makeSecretHash(),
      p_device: null,
    });
    expect(await subjectOf(backend, ann, accepted(own))).not.toBe(await subjectOf(backend, ann, one));
  });

  it('on localhost do not share a subject', async () => {
    const ann = await signUpPerson(backend);
    const uris = { redirect_uris: ['http://localhost:4000/callback'] };
    const [one, other] = [await addApp(backend, uris), await addApp(backend, uris)];
    expect(await subjectOf(backend, ann, one)).not.toBe(await subjectOf(backend, ann, other));
  });

  it("can't look up a user by another app's subject", async () => {
    const ann = await signUpPerson(backend);
    const [one, other] = [await addApp(backend), await addApp(backend)];
    const { walletId, address } = await proveNewWallet(backend, ann);
    for (const app of [one, other]) accepted(await give(backend, ann, app, [walletId]));
    const sub = await subjectOf(backend, ann, one);
    expect(addressesOf(await readAsApp(backend, one, sub))).toEqual([address]);
    expect(await readAsApp(backend, other, sub)).toBeNull();
  });
});

describe('the data that an app can read', () => {
  it('has no wallet that the user did not choose, or that is proven later', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const chosen = await proveNewWallet(backend, ann);
    await proveNewWallet(backend, ann);
    const grantId = accepted(await give(backend, ann, app, [chosen.walletId]));
    await proveNewWallet(backend, ann);
    const sub = await subjectOf(backend, ann, app);
    expect(await readAsApp(backend, app, sub)).toEqual([
      {
        account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${chosen.address}`,
        chain: 'solana:mainnet',
        address: chosen.address,
        proven_at: expect.any(String),
        primary: true,
      },
    ]);
    const claims = await readClaims(backend, grantId, ['openid', 'profile', 'email', 'wallets', 'proofs']);
    // A claim needs the user's consent, whatever scopes the token has.
    expect(Object.keys(claims ?? {}).sort()).toEqual(['sub', 'wallets']);
    expect(await readClaims(backend, grantId, ['openid'])).toEqual({ sub });
  });

  it('has no wallet that was removed and then proven again', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const { walletId, address } = await proveNewWallet(backend, ann);
    accepted(await give(backend, ann, app, [walletId]));
    await call('remove_wallet', { ...ann.bound, p_wallet_id: walletId, p_device: null });
    accepted(await prove(backend, ann, address));
    expect(await readAsApp(backend, app, await subjectOf(backend, ann, app))).toEqual([]);
    expect(await list(ann)).toMatchObject([{ wallets: [] }]);
  });

  it('has the name and the confirmed email, and nothing else of the account', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    await call('set_display_name', { ...ann.bound, p_display_name: 'Ann', p_device: null });
    const scopes = ['openid', 'profile', 'email', 'offline_access'];
    const grantId = accepted(await give(backend, ann, app, null, scopes));
    expect(await readClaims(backend, grantId, scopes)).toEqual({
      sub: await subjectOf(backend, ann, app),
      name: 'Ann',
      email: ann.email,
      email_verified: true,
    });
  });

  it('has the evidence of chosen wallets with the scope for it, as in a public proof', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const { walletId, address } = await proveNewWallet(backend, ann);
    await proveNewWallet(backend, ann);
    const grantId = accepted(await give(backend, ann, app, [walletId], ['openid', 'proofs']));
    expect(await readClaims(backend, grantId, ['openid', 'proofs'])).toMatchObject({
      proofs: [{ address, message: expect.any(String), signature: expect.any(String) }],
    });
    expect(await readAsApp(backend, app, await subjectOf(backend, ann, app))).toBeNull();
  });

  it('has nothing of a banned account', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const { walletId } = await proveNewWallet(backend, ann);
    const grantId = accepted(await give(backend, ann, app, [walletId]));
    const sub = await subjectOf(backend, ann, app);
    await call('test_ban_user', { p_user_id: ann.bound.p_user_id });
    expect(await readAsApp(backend, app, sub)).toBeNull();
    expect(await readClaims(backend, grantId, ['openid'])).toBeNull();
    expect(await findGrant(backend, ann, app)).toBeNull();
  });

  it('is empty once the grant or the app has ended, and while the app is disabled', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const { walletId, address } = await proveNewWallet(backend, ann);
    const grantId = accepted(await give(backend, ann, app, [walletId]));
    const sub = await subjectOf(backend, ann, app);
    const seen = async () => [
      addressesOf(await readAsApp(backend, app, sub)),
      (await readClaims(backend, grantId, ['openid'])) !== null,
      (await findGrant(backend, ann, app)) !== null,
      (await call('read_oauth_client', { p_client_id: app })).data !== null,
    ];
    await call('disable_oauth_client', { p_client_id: app, p_is_disabled: true });
    expect(await seen()).toEqual([null, false, false, false]);
    await call('disable_oauth_client', { p_client_id: app, p_is_disabled: false });
    expect(await seen()).toEqual([[address], true, true, true]);
    expect((await end(ann, grantId)).refusal).toBeNull();
    expect(await seen()).toEqual([null, false, false, true]);
    expect(await list(ann)).toEqual([]);
  });
});

describe('consent', () => {
  it('refuses wallets of another account, removed ones, and wallets without a scope', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const app = await addApp(backend);
    const own = await proveNewWallet(backend, ann);
    const gone = await proveNewWallet(backend, ann);
    const external = await proveNewWallet(backend, bob);
    await call('remove_wallet', { ...ann.bound, p_wallet_id: gone.walletId, p_device: null });
    for (const refused of [external, gone])
      expect((await give(backend, ann, app, [own.walletId, refused.walletId])).refusal).toBe(
        '409 app.wallet_not_offered',
      );
    expect((await give(backend, ann, app, [own.walletId], ['openid'])).refusal).toBe(
      '409 app.wallet_not_offered',
    );
    expect(await list(ann)).toEqual([]);
  });

  it('allows at most 20 wallets, and no unknown scope', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    await call('fill_wallets', { p_user_id: ann.bound.p_user_id, p_count: 210 });
    await call('test_age_activity', { p_user_id: ann.bound.p_user_id });
    const described = await call<{ wallets: { id: string; isShared: boolean; isPrimary: boolean }[] }>(
      'describe_oauth_request',
      { ...ann.bound, p_client_id: app, p_chain: 'solana:mainnet' },
    );
    const { wallets } = accepted(described);
    expect([wallets.length, wallets[0]?.isPrimary]).toEqual([200, true]);
    const ids = wallets.map(({ id }) => id);
    expect((await give(backend, ann, app, ids.slice(0, 21))).refusal).toBe('400 app.too_many_wallets');
    expect((await give(backend, ann, app, ids.slice(0, 20))).refusal).toBeNull();
    expect((await give(backend, ann, app, null, ['openid', 'everything'])).refusal).toBe(
      '400 request.unexpected',
    );
    // 80 events of two changes exhaust no limit of 60 changes a minute.
    for (const from of [20, 0])
      expect((await give(backend, ann, app, ids.slice(from, from + 20))).refusal).toBeNull();
    expect((await give(backend, ann, app, null)).refusal).toBeNull();
    expect(await readAsApp(backend, app, await subjectOf(backend, ann, app))).toHaveLength(20);
    // 300 events do, so that no app's events and no user's activity are flooded.
    for (const from of [20, 0, 20, 0, 20, 0])
      accepted(await give(backend, ann, app, ids.slice(from, from + 20)));
    expect((await give(backend, ann, app, ids.slice(20, 40))).refusal).toBe('429 app.too_many');
  });

  it('that is given concurrently creates one grant, and notifies the user once', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const { walletId } = await proveNewWallet(backend, ann);
    const given = await Promise.all(Array.from({ length: 10 }, () => give(backend, ann, app, [walletId])));
    expect(new Set(given.map(accepted)).size).toBe(1);
    expect(await readActivity(ann)).toEqual(['app_allowed', 'wallet_proven']);
    // Any app can choose any name, so the notice includes its host.
    const told = await ann.client.from('activity_events').select('details').eq('kind', 'app_allowed');
    expect(told.data).toEqual([
      { details: { app: expect.stringMatching(/^Gate /), host: expect.stringMatching(/\.example$/) } },
    ]);
  });

  it('that is given again adds scopes, replaces the wallets, and notifies the user; unchanged consent does not', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const [one, other] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
    const grantId = accepted(await give(backend, ann, app, [one.walletId]));
    accepted(await give(backend, ann, await addApp(backend), []));
    expect(accepted(await give(backend, ann, app, [one.walletId, other.walletId], ['openid', 'email']))).toBe(
      grantId,
    );
    // By the newest consent, so that its user finds the change first.
    expect((await list(ann))[0]).toMatchObject({ id: grantId });
    accepted(await give(backend, ann, app, [one.walletId, other.walletId], ['openid', 'wallets']));
    expect((await readGrant(grantId)).scopes).toEqual(['email', 'openid', 'wallets']);
    accepted(await give(backend, ann, app, [other.walletId]));
    expect(addressesOf(await readAsApp(backend, app, await subjectOf(backend, ann, app)))).toEqual([
      other.address,
    ]);
    expect((await readActivity(ann)).slice(0, 4)).toEqual([
      ...['app_wallet_unshared', 'app_allowed_more', 'app_wallet_shared', 'app_allowed'],
    ]);
  });
});

test('repeated reuse of an old token of an app records at most five events, and none once its grant has ended', async () => {
  const ann = await signUpPerson(backend);
  const grantId = accepted(await give(backend, ann, await addApp(backend), null, ['openid']));
  const tell = () => call('record_token_reuse', { p_grant_id: grantId });
  await Promise.all(Array.from({ length: 8 }, tell));
  expect(await readActivity(ann)).toEqual([...Array(5).fill('app_token_reused'), 'app_allowed']);
  expect((await end(ann, grantId)).refusal).toBeNull();
  await call('test_age_activity', { p_user_id: ann.bound.p_user_id });
  expect((await tell()).refusal).toBeNull();
  await call('delete_account', ann.bound);
  expect((await tell()).refusal).toBeNull();
});

describe('the link of a page', () => {
  /** An account whose page lists its wallet, and an app. */
  const openPage = async () => {
    const [ann, app] = [await signUpPerson(backend), await addApp(backend)];
    const { walletId } = await proveNewWallet(backend, ann);
    const act = async (name: string, parameters: object) => {
      const { refusal } = await call(name, { ...ann.bound, ...parameters, p_device: null });
      expect(refusal).toBeNull();
    };
    const turnOn = async () => {
      await act('list_wallet', { p_wallet_id: walletId, p_is_listed: true });
      return accepted(await call<{ id: string }>('describe_public_page', ann.bound)).id;
    };
    const change = (how: string) => act('change_public_page', { p_change: how, p_github_id: null });
    const seen = async () =>
      (await readSharedAsApp(backend, app, await subjectOf(backend, ann, app)))?.page ?? null;
    const tick = (pageId: string | null, walletIds: string[] | null = [walletId], scopes?: string[]) =>
      give(backend, ann, app, walletIds, scopes, pageId);
    await act('publish_wallet', { p_wallet_id: walletId, p_is_public: true });
    return { ann, app, walletId, act, turnOn, change, seen, tick, pageId: await turnOn() };
  };

  it('reaches only an app for which its user ticked it, not one with a grant from before, and ends when unticked', async () => {
    const { ann, pageId, seen, tick, act } = await openPage();
    const grantId = accepted(await tick(null));
    expect(await seen()).toBeNull();
    accepted(await tick(pageId));
    expect([await seen(), (await readClaims(backend, grantId, ['openid', 'wallets']))?.page]).toEqual([
      ...[pageId, pageId],
    ]);
    expect(await readClaims(backend, grantId, ['openid'])).not.toHaveProperty('page');
    expect((await list(ann))[0]).toMatchObject({ seesPage: true });
    expect((await readActivity(ann))[0]).toBe('app_page_shared');
    // A consent to other data keeps it.
    accepted(await tick(null, null, ['openid', 'email']));
    expect(await seen()).toBe(pageId);
    const [{ id } = { id: '' }] = await list(ann);
    const { data } = await ann.client.from('wallets').select('id').single();
    const shared = { p_grant_id: id, p_shared_ids: [data?.id], p_wallet_ids: [data?.id] };
    await act('share_wallets', { ...shared, p_page_id: null });
    expect(await seen()).toBe(pageId);
    await act('share_wallets', { ...shared, p_page_id: '' });
    expect(await seen()).toBeNull();
    expect((await readActivity(ann))[0]).toBe('app_page_unshared');
    await act('share_wallets', { ...shared, p_page_id: pageId });
    for (const _press of [1, 2]) await act('unshare_wallet', { p_grant_id: id, p_wallet_id: null });
    expect((await readActivity(ann)).slice(0, 2)).toEqual(['app_page_unshared', 'app_page_shared']);
  });

  it('is gone after a new link, without a shared wallet, once the page is off, and when it is on again', async () => {
    const { ann, app, walletId, pageId, turnOn, change, seen, tick } = await openPage();
    const readId = async () => accepted(await call<{ id: string }>('describe_public_page', ann.bound)).id;
    accepted(await tick(pageId));
    await change('link_changed');
    expect(await seen()).toBeNull();
    const fresh = await readId();
    expect(fresh).not.toBe(pageId);
    accepted(await give(backend, ann, app, [walletId], undefined, fresh));
    const unshare = { ...ann.bound, p_grant_id: (await list(ann))[0]?.id, p_wallet_id: walletId };
    await call('unshare_wallet', { ...unshare, p_device: null });
    expect(await seen()).toBeNull();
    accepted(await tick(fresh));
    expect(await seen()).toBe(fresh);
    await change('closed');
    expect(await seen()).toBeNull();
    await turnOn();
    expect(await seen()).toBeNull();
  });

  it('stays as it is with a form that does not decide it, and does not come back with another wallet', async () => {
    const { ann, walletId, pageId, seen, tick, act } = await openPage();
    const other = [(await proveNewWallet(backend, ann)).walletId];
    const steps: [string | null, string[], string | null][] = [
      [pageId, [walletId], pageId],
      [null, other, pageId],
      ['', other, null],
      [null, other, null],
      [pageId, other, pageId],
      [null, [], null],
      [null, other, null],
      [pageId, [walletId], pageId],
    ];
    let grantId = '';
    for (const [decided, walletIds, expected] of steps) {
      grantId = accepted(await tick(decided, walletIds));
      expect(await seen()).toBe(expected);
    }
    await act('unshare_wallet', { p_grant_id: grantId, p_wallet_id: walletId });
    expect((await readActivity(ann)).slice(0, 2)).toEqual(['app_page_unshared', 'app_wallet_unshared']);
    accepted(await tick(null, other));
    expect(await seen()).toBeNull();
    accepted(await tick(pageId, other));
    await act('unshare_wallet', { p_grant_id: grantId, p_wallet_id: null });
    expect(await seen()).toBeNull();
  });

  it('is refused for a page of another account, an old link, a page turned off meanwhile, and without wallets', async () => {
    const [{ pageId, change, seen, tick }, other] = [await openPage(), await openPage()];
    await change('link_changed');
    const current = accepted(await call<{ id: string }>('describe_public_page', other.ann.bound)).id;
    for (const forged of [pageId, current, 'x'])
      expect((await tick(forged)).refusal).toBe('409 app.page_not_offered');
    expect((await other.tick(current, [])).refusal).toBe('409 app.page_not_offered');
    expect((await other.tick(current, null)).refusal).toBe('409 app.page_not_offered');
    expect((await other.tick(current, [other.walletId], ['openid', 'proofs'])).refusal).toBe(
      '409 app.page_not_offered',
    );
    await other.change('closed');
    expect((await other.tick(current)).refusal).toBe('409 app.page_not_offered');
    expect([await seen(), await other.seen()]).toEqual([null, null]);
  });
});

describe('sharing another wallet without a request of the app', () => {
  const share = (person: Person, grantId: string, walletIds: string[], sharedIds: string[] = []) =>
    call('share_wallets', {
      ...person.bound,
      p_grant_id: grantId,
      p_shared_ids: sharedIds,
      p_wallet_ids: walletIds,
      p_page_id: null,
      p_device: null,
    });

  it('keeps the scopes, shares exactly the chosen wallets, and the app receives an event of each', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const [one, other] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
    const grantId = accepted(await give(backend, ann, app, [one.walletId]));
    expect((await share(ann, grantId, [other.walletId], [one.walletId])).refusal).toBeNull();
    const shared = await readAsApp(backend, app, await subjectOf(backend, ann, app));
    expect(addressesOf(shared)).toEqual([other.address]);
    expect((await readGrant(grantId)).scopes).toEqual(['openid', 'wallets']);
    const { events } = await poll(backend, app);
    expect(events.map(({ kind, details }) => [kind, details.address])).toEqual([
      ['wallet-shared', one.address],
      ['wallet-removed', one.address],
      ['wallet-shared', other.address],
    ]);
    const told = await ann.client.from('activity_events').select('kind, details').order('id').range(3, 9);
    expect(told.data?.map(({ kind, details }) => [kind, details.address])).toEqual([
      ['app_wallet_unshared', one.address],
      ['app_wallet_shared', other.address],
    ]);
  });

  it("is refused for another user's grant or wallet, an app that was disabled, and a grant that has ended", async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const app = await addApp(backend);
    const own = await proveNewWallet(backend, ann);
    const { walletId: others } = await proveNewWallet(backend, bob);
    const grantId = accepted(await give(backend, ann, app, []));
    const disable = (isDisabled: boolean) =>
      call('disable_oauth_client', { p_client_id: app, p_is_disabled: isDisabled });

    expect((await share(bob, grantId, [others])).refusal).toBe('404 app.unknown');
    expect((await share(ann, grantId, [own.walletId, others])).refusal).toBe('409 app.wallet_not_offered');
    expect((await disable(true)).refusal).toBeNull();
    expect((await share(ann, grantId, [own.walletId])).refusal).toBe('404 app.unknown');
    expect((await disable(false)).refusal).toBeNull();
    expect((await end(ann, grantId)).refusal).toBeNull();
    expect((await share(ann, grantId, [own.walletId])).refusal).toBe('404 app.unknown');
    // The refusal gave no new grant.
    expect(await list(ann)).toEqual([]);
    expect(await readAsApp(backend, app, await subjectOf(backend, ann, app))).toBeNull();
  });

  it('of an outdated page neither takes a wallet away nor shares one again, and of two at once saves one', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const [one, other] = [await proveNewWallet(backend, ann), await proveNewWallet(backend, ann)];
    const [a, b] = [one.walletId, other.walletId];
    const grantId = accepted(await give(backend, ann, app, [a]));
    const seen = async () =>
      addressesOf(await readAsApp(backend, app, await subjectOf(backend, ann, app)))?.sort();
    const unshare = { ...ann.bound, p_grant_id: grantId, p_wallet_id: a, p_device: null };
    expect((await call('unshare_wallet', unshare)).refusal).toBeNull();
    expect((await share(ann, grantId, [a, b], [a])).refusal).toBe('409 app.wallets_changed');
    expect(await seen()).toEqual([]);
    expect((await share(ann, grantId, [a, b], [])).refusal).toBeNull();
    for (const outdated of [[], [a], [b]])
      expect((await share(ann, grantId, [], outdated)).refusal).toBe('409 app.wallets_changed');
    const both = [one.address, other.address].sort();
    expect(await seen()).toEqual(both);
    const answers = await Promise.all([[a], [b], []].map((chosen) => share(ann, grantId, chosen, [b, a])));
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(1);
    expect(answers.filter(({ refusal }) => refusal === '409 app.wallets_changed')).toHaveLength(2);
  });
});

describe('revoking', () => {
  it('a grant or a wallet of another account is refused exactly as an unknown one', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const app = await addApp(backend);
    const { walletId } = await proveNewWallet(backend, ann);
    const grantId = accepted(await give(backend, ann, app, [walletId]));
    expect((await end(bob, grantId)).refusal).toBe('404 app.unknown');
    const unshare = (person: Person, wallet: string) =>
      call('unshare_wallet', { ...person.bound, p_grant_id: grantId, p_wallet_id: wallet, p_device: null });
    expect((await unshare(bob, walletId)).refusal).toBe('404 app.unknown');
    expect((await unshare(ann, (await proveNewWallet(backend, ann)).walletId)).refusal).toBe(
      '404 wallet.unknown',
    );
    expect((await unshare(ann, walletId)).refusal).toBeNull();
    expect(await readAsApp(backend, app, await subjectOf(backend, ann, app))).toEqual([]);
  });

  it('a grant while wallets are being shared leaves none of them shared', async () => {
    const ann = await signUpPerson(backend);
    const app = await addApp(backend);
    const { walletId } = await proveNewWallet(backend, ann);
    const first = accepted(await give(backend, ann, app, [walletId]));
    const [, ended] = await Promise.all([give(backend, ann, app, [walletId]), end(ann, first)]);
    expect(ended?.refusal).toBeNull();
    expect(await readGrant(first)).toMatchObject({ ended_because: 'ended' });
    expect(await readClaims(backend, first, ['openid', 'wallets'])).toBeNull();
    // The second attempt finds no grant to end.
    expect((await end(ann, first)).refusal).toBe('404 app.unknown');
  });

  it('happens when an app is removed, and all its users see that in their activity', async () => {
    const people = [await signUpPerson(backend), await signUpPerson(backend)];
    const app = await addApp(backend);
    const grants: string[] = [];
    for (const person of people) grants.push(accepted(await give(backend, person, app, null, ['openid'])));
    await call('remove_oauth_client', { p_client_id: app });
    for (const id of grants) expect(await readClaims(backend, id, ['openid'])).toBeNull();
    for (const person of people) {
      expect(await list(person)).toEqual([]);
      expect((await give(backend, person, app, null, ['openid'])).refusal).toBe('404 app.unknown');
    }
    expect((await call('test_finish_removed_clients', {})).refusal).toBeNull();
    for (const person of people) expect(await readActivity(person)).toEqual(['app_ended', 'app_allowed']);
    expect(accepted(await call('test_count_client_rows', { p_client_id: app }))).toBe(0);
  });
});

import { connectClient } from 'local-supabase/testing';
import {
  addApp,
  addressesOf,
  describeApp,
  findGrant,
  give,
  listGrants,
  makeSecretHash,
  readAsApp,
  readClaims,
  subjectOf,
} from './testing/apps/let-apps-in.ts';
import {
  type Answer,
  accepted,
  ageStepUp,
  callAsServer,
  type Person,
  proveNewWallet,
  readActivity,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const call = <Data>(name: string, parameters: Record<string, unknown>) =>
  callAsServer<Data>(backend, name, parameters);
const add = (more: Record<string, unknown>, p_secret_hash: string | null = makeSecretHash()) =>
  call<string>('add_oauth_client', { p_client: describeApp(more), p_secret_hash });
const register = ({ bound }: Person, more: Record<string, unknown> = {}) =>
  call<string>('register_own_oauth_client', {
    ...bound,
    p_client: describeApp(more),
    p_secret_hash: makeSecretHash(),
    p_device: null,
  });

interface Read {
  name: string;
  sector: string;
  secretHashes: string[];
  isFirstParty: boolean;
  isReviewed: boolean;
  requiresPkce: boolean;
  redirectUris: string[];
  hasLogo: boolean;
}
const read = async (p_client_id: string) => (await call<Read>('read_oauth_client', { p_client_id })).data;

/** The smallest content with the beginning and end of a PNG. */
function makeLogo(size = 100): string {
  const ends = ['89504e470d0a1a0a0000000d49484452', '0000000049454e44ae426082'].map((hex) =>
    Buffer.from(hex, 'hex'),
  );
  const between = Buffer.alloc(size - 28);
  return Buffer.concat([ends[0] as Buffer, between, ends[1] as Buffer]).toString('base64');
}

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script behind a good one, by a comma', 'https://ok.example/cb,javascript:alert(1)'],
  ['plain http', 'http://app.example/cb'],
  ['plain http of what only begins like this machine', 'http://localhost.evil.example/cb'],
  ['a user before the host', 'https://app.example@evil.example/cb'],
  ['a fragment', 'https://app.example/cb#here'],
  ['a wildcard', 'https://*.app.example/cb'],
  ['a wildcard in the path', 'https://app.example/*'],
  ['a host in capitals', 'https://APP.example/cb'],
  ['a backslash', 'https://app.example\\@evil.example'],
  ['a line break', 'https://app.example/cb\nhttps://evil.example'],
  ['letters that are not ASCII', 'https://äpp.example/cb'],
  ['a scheme without a dot', 'myapp:/cb'],
  ['the scheme of an installed app, for an app with a secret', 'com.example.app:/cb'],
  ['data', 'data:text/html,x'],
  ['a port that there is none of', 'https://app.example:65536/cb'],
  ['501 characters', `https://app.example/${'a'.repeat(481)}`],
])('registers no redirect URI with %s', async (_, uri) => {
  for (const addresses of [
    { redirect_uris: [uri] },
    { redirect_uris: ['https://app.example/cb'], post_logout_redirect_uris: [uri] },
  ])
    expect((await add(addresses)).refusal).toBe('400 app.redirect_invalid');
});

test('registers https, localhost and, for apps without a secret, custom schemes; at most ten URIs', async () => {
  for (const uri of [
    'https://app.example',
    'http://localhost:3000/cb?a=b',
    'http://[::1]:8080/',
    'http://127.0.0.1/',
  ])
    expect((await add({ redirect_uris: [uri] })).refusal).toBeNull();
  const installed = { redirect_uris: ['com.example.app:/cb'], is_confidential: false };
  expect((await add(installed, null)).refusal).toBeNull();
  // After two slashes, the part that follows would look like a host.
  const named = { ...installed, redirect_uris: ['com.example.app://bank.example/cb'] };
  expect((await add(named, null)).refusal).toBe('400 app.redirect_invalid');
  const many = Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`);
  expect((await add({ redirect_uris: many })).refusal).toBe('400 app.redirect_invalid');
  for (const none of [[], 'https://app.example/cb', null])
    expect((await add({ redirect_uris: none })).refusal).toBe('400 app.redirect_invalid');
});

test("signs ID tokens with RS256 by default, and with ES256 if the app's owner chooses it", async () => {
  const ann = await signUpPerson(backend);
  for (const [asked, alg] of [
    [{}, 'RS256'],
    [{ id_token_alg: 'ES256' }, 'ES256'],
  ] as const)
    for (const added of [await add(asked), await register(ann, asked)])
      expect(await read(accepted(added))).toMatchObject({ algorithm: alg });
  expect((await add({ id_token_alg: 'none' })).refusal).toBe('400 request.unexpected');
});

describe('an exemption from PKCE', () => {
  const exempt = (p_client_id: string, p_is_exempt: boolean | null = true) =>
    call('exempt_oauth_client_from_pkce', { p_client_id, p_is_exempt });
  const change = (p_client_id: string, p_column: string, p_value: boolean) =>
    call('test_change_client', { p_client_id, p_column, p_value });
  const isExempt = async (clientId: string) => !(await read(clientId))?.requiresPkce;

  test('is allowed for an app of the team with a secret, until it is revoked', async () => {
    const id = accepted(await add({}));
    expect(await isExempt(id)).toBe(false);
    expect((await exempt(id)).refusal).toBeNull();
    expect(await isExempt(id)).toBe(true);
    expect((await exempt(id, null)).refusal).toBe('400 request.unexpected');
    expect((await exempt(id, false)).refusal).toBeNull();
    expect(await isExempt(id)).toBe(false);
  });

  test('is refused for apps without a secret, apps of users, and unknown apps', async () => {
    const ann = await signUpPerson(backend);
    const installed = { redirect_uris: ['com.example.app:/cb'], is_confidential: false };
    for (const added of [await add(installed, null), await register(ann)]) {
      const id = accepted(added);
      expect((await exempt(id)).refusal).toBe('409 app.pkce_required');
      // A constraint refuses it without the function too.
      expect((await change(id, 'requires_pkce', false)).refusal).toMatch(
        /violates check constraint "oauth_clients_pkce"/,
      );
      expect(await isExempt(id)).toBe(false);
    }
    expect((await exempt(`app_${'0'.repeat(24)}`)).refusal).toBe('404 app.unknown');
  });

  test("can't be set by registering or changing an app", async () => {
    const ann = await signUpPerson(backend);
    const id = accepted(await register(ann, { requires_pkce: false, is_reviewed: true }));
    const changed = { ...ann.bound, p_client_id: id, p_client: { requires_pkce: false }, p_device: null };
    expect((await call('change_own_oauth_client', changed)).refusal).toBeNull();
    expect(await isExempt(id)).toBe(false);
    expect(await isExempt(accepted(await add({ requires_pkce: false })))).toBe(false);
    const asked = { p_client_id: id, p_is_exempt: true };
    for (const stranger of [ann.client, connectClient(backend)]) {
      const { error } = await stranger.rpc('exempt_oauth_client_from_pkce', asked);
      expect(error?.code).toBe('42501');
    }
  });

  test('ends with the review of the app, and does not return with a new review', async () => {
    const id = accepted(await add({}));
    await exempt(id);
    expect((await change(id, 'is_reviewed', false)).refusal).toBeNull();
    expect(await isExempt(id)).toBe(false);
    await change(id, 'is_reviewed', true);
    expect(await isExempt(id)).toBe(false);
  });

  test('does not prevent the removal of an app', async () => {
    const id = accepted(await add({}));
    await exempt(id);
    expect((await call('remove_oauth_client', { p_client_id: id })).refusal).toBeNull();
    expect(await read(id)).toBeNull();
  });
});

test('an app with several hosts has to choose one of them as its sector', async () => {
  const redirect_uris = ['https://one.example/cb', 'https://two.example/cb'];
  expect((await add({ redirect_uris })).refusal).toBe('400 app.redirect_invalid');
  expect((await add({ redirect_uris, sector: 'bank.example' })).refusal).toBe('400 app.redirect_invalid');
  expect(await read(accepted(await add({ redirect_uris, sector: 'two.example' })))).toMatchObject({
    sector: 'two.example',
  });
});

test.each([
  ['nothing', ''],
  ['only spaces', '   '],
  ['41 characters', 'a'.repeat(41)],
  ['hidden characters', 'Uni\u200bswap'],
  ['a direction that is turned around', 'Uni\u202epaws'],
  ['the letters of two alphabets that look alike', 'Un\u0456swap'],
  ['markup', '<b>App</b>'],
  ['an address', 'accounts@bank'],
  ['a line break', 'App\nGate'],
])('registers no app with %s in its name', async (_, name) => {
  expect((await add({ name })).refusal).toBe('400 app.name_invalid');
});

test.each([
  'Countersign',
  'counter sign',
  'C\u00f6untersign',
  'The COUNTERSIGN app',
  'C0unters1gn',
  'Ｃountersign',
  // Thai and Bengali zeros, and letters with a stroke.
  'C๐untersign',
  'C০untersign',
  'Cøuntersɨgn',
])("registers %s as a name only for the team's own app", async (name) => {
  const person = await signUpPerson(backend);
  expect((await add({ name })).refusal).toBe('400 app.name_imitates');
  expect((await register(person, { name })).refusal).toBe('400 app.name_imitates');
  expect((await add({ name, is_first_party: true })).refusal).toBeNull();
  const mine = accepted(await register(person));
  const changed = { ...person.bound, p_client_id: mine, p_client: { name }, p_device: null };
  expect((await call('change_own_oauth_client', changed)).refusal).toBe('400 app.name_imitates');
});

test('a name may use letters of any script', async () => {
  for (const name of [
    'Ωμέγα',
    'ソラナ',
    'Gate & Co. (beta)',
    'Привет',
    'Ünder',
    'ソラナウォレット接続アプリ一号',
  ])
    expect([name, (await add({ name })).refusal]).toEqual([name, null]);
});

test('a logo has to be a PNG of at most 16 KiB', async () => {
  const logo = makeLogo();
  const id = accepted(await add({ logo }));
  expect(await read(id)).toMatchObject({ hasLogo: true });
  expect((await call('read_oauth_client_logo', { p_client_id: id })).data).toBe(logo);
  for (const refused of [makeLogo(16_385), Buffer.from('<svg onload="x"/>').toString('base64'), 'no base64!'])
    expect((await add({ logo: refused })).refusal).toBe('400 app.logo_invalid');
  await call('disable_oauth_client', { p_client_id: id, p_is_disabled: true });
  expect((await call('read_oauth_client_logo', { p_client_id: id })).data).toBeNull();
});

test('an app has a secret, stored as a hash, or is registered without one', async () => {
  expect((await add({}, null)).refusal).toBe('400 request.unexpected');
  expect((await add({ is_confidential: false })).refusal).toBe('400 request.unexpected');
  expect((await add({}, 'a secret as it is')).refusal).toBe('400 request.unexpected');
});

/** Read like the team and the owner do. */
async function readWhenMade(id: string): Promise<string | null> {
  const apps = accepted(
    await call<{ client_id: string; secret_made_at: string | null }[]>('list_oauth_clients', {}),
  );
  return apps.find(({ client_id }) => client_id === id)?.secret_made_at ?? null;
}

test('after a rotation the previous secret works for exactly the given time', async () => {
  const [first, second, third] = [makeSecretHash(), makeSecretHash(), makeSecretHash()];
  const id = accepted(await add({}, first));
  const rotate = async (p_secret_hash: string | null, p_keep_seconds: number | null) =>
    call('rotate_oauth_client_secret', {
      p_client_id: id,
      p_secret_hash,
      p_keep_seconds,
      p_newest_made_at: p_keep_seconds === null ? await readWhenMade(id) : null,
    });
  // Without a time, a rotation replaces the newest secret, because it was lost. It never replaces the only one, which is in use.
  expect((await rotate(second, null)).refusal).toBe('409 app.no_secret_before');
  expect((await read(id))?.secretHashes).toEqual([first]);
  expect((await rotate(makeSecretHash(), 60)).refusal).toBeNull();
  expect((await rotate(second, null)).refusal).toBeNull();
  expect((await read(id))?.secretHashes).toEqual([second, first]);
  expect((await rotate('a secret as it is', null)).refusal).toBe('400 request.unexpected');
  expect((await rotate(null, null)).refusal).toBe('400 request.unexpected');
  expect((await rotate(third, 0)).refusal).toBeNull();
  expect((await read(id))?.secretHashes).toEqual([third]);
  for (const [hash, seconds] of [
    [null, 60],
    [first, -1],
    [first, 31 * 86_400],
  ] as const)
    expect((await rotate(hash, seconds)).refusal).toBe('400 request.unexpected');
});

describe('an app of a user', () => {
  it('is never first-party, whatever its description says', async () => {
    const dev = await signUpPerson(backend);
    const more = { is_first_party: true, is_reviewed: true, sector: 'bank.example', owner_id: null };
    const id = accepted(await register(dev, more));
    expect(await read(id)).toMatchObject({ isFirstParty: false, isReviewed: false, sector: id });
  });

  it('can be changed, rotated and removed only by its owner; others get the error of an unknown app', async () => {
    const [dev, thief] = [await signUpPerson(backend), await signUpPerson(backend)];
    const own = accepted(await register(dev));
    const before = await read(own);
    for (const id of [own, await addApp(backend), 'app_000000000000000000000000']) {
      const of = { ...thief.bound, p_client_id: id, p_device: null };
      const answers: Answer[] = [
        await call('change_own_oauth_client', { ...of, p_client: { name: 'Stolen' } }),
        await call('rotate_own_oauth_client_secret', {
          ...of,
          p_secret_hash: makeSecretHash(),
          p_keep_seconds: 0,
        }),
        await call('remove_own_oauth_client', of),
      ];
      expect(answers.map(({ refusal }) => refusal)).toEqual(Array(3).fill('404 app.unknown'));
    }
    expect(await read(own)).toEqual(before);
    expect(accepted(await call('list_own_oauth_clients', thief.bound))).toEqual([]);
  });

  it('gets one new secret; another one has to end the newest or all, so that the secret in use does not end by mistake', async () => {
    const dev = await signUpPerson(backend);
    const [second, third, fourth] = [makeSecretHash(), makeSecretHash(), makeSecretHash()];
    const id = accepted(await register(dev));
    const [first] = (await read(id))?.secretHashes ?? [];
    const rotate = async (p_secret_hash: string, p_keep_seconds: number | null) =>
      call('rotate_own_oauth_client_secret', {
        ...dev.bound,
        p_client_id: id,
        p_secret_hash,
        p_keep_seconds,
        p_device: null,
        p_newest_made_at: p_keep_seconds === 60 ? null : await readWhenMade(id),
      });
    expect((await rotate(second, null)).refusal).toBe('409 app.no_secret_before');
    expect((await rotate(second, 60)).refusal).toBeNull();
    expect((await rotate(third, 60)).refusal).toBe('409 app.secret_just_made');
    expect((await read(id))?.secretHashes).toEqual([second, first]);
    expect((await rotate(third, null)).refusal).toBeNull();
    expect((await read(id))?.secretHashes).toEqual([third, first]);
    expect((await rotate(fourth, 0)).refusal).toBeNull();
    expect((await read(id))?.secretHashes).toEqual([fourth]);
  });

  it.each([
    ['it', null],
    ['it and the one before', 0],
  ])(
    'of ten concurrent rotations that name the newest secret one ends %s, and the others are refused',
    async (_, p_keep_seconds) => {
      const dev = await signUpPerson(backend);
      const id = accepted(await register(dev));
      const rotate = (p_secret_hash: string, more: Record<string, unknown>) =>
        call('rotate_own_oauth_client_secret', {
          ...dev.bound,
          p_client_id: id,
          p_secret_hash,
          p_device: null,
          ...more,
        });
      expect((await rotate(makeSecretHash(), { p_keep_seconds: 60 })).refusal).toBeNull();
      const before = (await read(id))?.secretHashes.slice(1) ?? [];
      const ending = { p_keep_seconds, p_newest_made_at: await readWhenMade(id) };
      const hashes = Array.from({ length: 10 }, () => makeSecretHash());
      const answers = await Promise.all(hashes.map((hash) => rotate(hash, ending)));
      const winners = hashes.filter((_hash, index) => answers[index]?.refusal === null);
      expect(winners).toHaveLength(1);
      expect(answers.flatMap(({ refusal }) => refusal ?? [])).toEqual(
        Array(9).fill('409 app.secret_changed'),
      );
      expect((await read(id))?.secretHashes).toEqual([
        ...winners,
        ...(p_keep_seconds === null ? before : []),
      ]);
      // A page of an older version doesn't name the newest secret, and ends none.
      expect((await rotate(makeSecretHash(), { p_keep_seconds })).refusal).toBe('409 app.secret_changed');
    },
  );

  it('is registered once if the same form is submitted concurrently', async () => {
    const dev = await signUpPerson(backend);
    const form = { ...describeApp(), post_logout_redirect_uris: ['https://out.example/'] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(dev, form)));
    expect(answers.flatMap(({ data }) => data ?? [])).toHaveLength(1);
    const refusals = answers.flatMap(({ refusal }) => refusal ?? []);
    expect(refusals).toEqual(Array(19).fill('409 app.registered_before'));
    // Apps that differ in one field, and an equal app of another user, are allowed.
    for (const other of [
      { name: `${form.name} 2` },
      { redirect_uris: [...form.redirect_uris, 'http://localhost:3000/callback'] },
      { post_logout_redirect_uris: [] },
    ])
      expect((await register(dev, { ...form, ...other })).refusal).toBeNull();
    expect((await register(await signUpPerson(backend), form)).refusal).toBeNull();
    await call('remove_own_oauth_client', {
      ...dev.bound,
      p_client_id: answers.find(({ data }) => data)?.data,
      p_device: null,
    });
    expect((await register(dev, form)).refusal).toBeNull();
  });

  it('is one of at most ten, also if many are registered concurrently', async () => {
    const dev = await signUpPerson(backend);
    const answers = await Promise.all(Array.from({ length: 15 }, () => register(dev)));
    const refusals = answers.map(({ refusal }) => refusal).filter(Boolean);
    expect(refusals).toEqual(Array(5).fill('409 app.too_many'));
    expect(accepted(await call<unknown[]>('list_own_oauth_clients', dev.bound))).toHaveLength(10);
    const gone = { ...dev.bound, p_client_id: answers.find(({ data }) => data)?.data, p_device: null };
    expect((await call('remove_own_oauth_client', gone)).refusal).toBeNull();
    expect((await register(dev)).refusal).toBeNull();
  });

  it('needs a recent step-up of its owner, and sends them a notice', async () => {
    const dev = await signUpPerson(backend);
    const id = accepted(await register(dev));
    const changed = {
      ...dev.bound,
      p_client_id: id,
      p_client: { name: 'Other', redirect_uris: ['https://other.example/cb'], logo: makeLogo() },
      p_device: null,
    };
    expect((await call('change_own_oauth_client', changed)).refusal).toBeNull();
    expect(await read(id)).toMatchObject({
      name: 'Other',
      redirectUris: ['https://other.example/cb'],
      hasLogo: true,
      isReviewed: false,
    });
    expect(await readActivity(dev)).toEqual(['app_changed', 'app_registered']);
    await ageStepUp(backend, dev, '601 seconds');
    expect((await register(dev)).refusal).toBe('403 auth.recent_auth_required');
  });

  it('with a changed name or host reads no data until its users consent again', async () => {
    const [dev, ann] = [await signUpPerson(backend), await signUpPerson(backend)];
    const redirect_uris = ['https://good.example/a', 'https://good.example/b'];
    const id = accepted(await register(dev, { redirect_uris }));
    const { walletId, address } = await proveNewWallet(backend, ann);
    const change = async (p_client: Record<string, unknown>) =>
      (await call('change_own_oauth_client', { ...dev.bound, p_client_id: id, p_client, p_device: null }))
        .refusal;
    const grantId = accepted(await give(backend, ann, id, [walletId]));
    const sub = await subjectOf(backend, ann, id);
    const seen = async () => [
      addressesOf(await readAsApp(backend, id, sub)),
      (await readClaims(backend, grantId, ['openid'])) !== null,
      (await findGrant(backend, ann, id)) !== null,
    ];
    expect(await change({ redirect_uris: ['https://good.example/c'], logo: makeLogo() })).toBeNull();
    expect(await seen()).toEqual([[address], true, true]);
    for (const changed of [{ redirect_uris: ['https://evil.example/c'] }, { name: 'Another' }]) {
      expect(await change(changed)).toBeNull();
      expect(await seen()).toEqual([null, false, false]);
      // The user can still end the grant.
      expect((await listGrants(backend, ann)).apps).toMatchObject([{ id: grantId }]);
      expect(accepted(await give(backend, ann, id, [walletId]))).toBe(grantId);
      expect(await seen()).toEqual([[address], true, true]);
      // The wallet was shared before too.
      expect((await readActivity(ann)).slice(0, 2)).toEqual(['app_allowed', 'app_allowed']);
    }
    const own = { ...ann.bound, p_wallet_id: walletId, p_device: null };
    await call('publish_wallet', { ...own, p_is_public: true });
    await call('list_wallet', { ...own, p_is_listed: true });
    const pageId = accepted(await call<{ id: string }>('describe_public_page', ann.bound)).id;
    accepted(await give(backend, ann, id, [walletId], undefined, pageId));
    expect(await change({ redirect_uris: ['https://other.example/c'] })).toBeNull();
    accepted(await give(backend, ann, id, null, ['openid']));
    expect(await seen()).toEqual([null, true, true]);
    const lost = ['app_page_unshared', 'app_wallet_unshared', 'app_page_shared'];
    expect((await readActivity(ann)).slice(0, 4)).toEqual(['app_allowed', ...lost]);
  });

  it("is removed with its owner's account, and its users see that in their activity", async () => {
    const [dev, ann] = [await signUpPerson(backend), await signUpPerson(backend)];
    const id = accepted(await register(dev));
    accepted(await give(backend, ann, id, null, ['openid']));
    expect((await call('delete_account', dev.bound)).refusal).toBeNull();
    expect(await read(id)).toBeNull();
    expect((await listGrants(backend, ann)).apps).toEqual([]);
    // Her next consent, to another app, finishes the removal. That session didn't end the access.
    accepted(await give(backend, ann, await addApp(backend), null, ['openid']));
    const ended = await ann.client.from('activity_events').select('session_id').eq('kind', 'app_ended');
    expect(ended.data).toEqual([{ session_id: null }]);
    expect(accepted(await call('test_count_client_rows', { p_client_id: id }))).toBe(0);
  });
});

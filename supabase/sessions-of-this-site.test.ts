import { decodeJwt } from 'jose';
import {
  type LocalSupabase,
  makeWallet,
  postRefresh,
  signInAtAuth,
  signInWalletAtAuth,
} from 'local-supabase/testing';
import {
  accepted,
  asPerson,
  callAsServer,
  describeChallenge,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  proveNewWallet,
  recordAsSite,
  signUpPerson,
} from './testing/person.ts';
import { shareBackend } from './testing/share-backend';

let backend: LocalSupabase;
/** A user who signed in here, with a row in every table that users can read. */
let owner: Person;
let wallet: { walletId: string; proofId: string; address: string };
/** A session of the same account that Auth issues for the password and the publishable key. */
let external: Person;
beforeAll(async () => {
  backend = await shareBackend();
  owner = await signUpPerson(backend);
  wallet = await proveNewWallet(backend, owner);
  external = asPerson(await signInAtAuth(backend, owner.email));
});
afterAll(() => backend.stop());

/** The readable columns: of proofs, not the signed bytes. */
const columnsOf = (table: string) => (table === 'proofs' ? 'id' : '*');

async function read({ client }: Person, table: string): Promise<string | number> {
  const { data, error, status } = await client.from(table).select(columnsOf(table));
  if (!error) return data.length;
  return `${status} ${error.code === '42501' ? error.code : error.message}`;
}

const isLive = async ({ bound }: Person) =>
  (await callAsServer(backend, 'require_live_session', bound)).refusal === null;

describe('a session begun directly at Auth', () => {
  test('reads no table and no view over REST', async () => {
    type Tables = Record<string, { rights: string[] }>;
    const tables = accepted(await callAsServer<Tables>(backend, 'test_list_tables'));
    expect(Object.keys(tables)).toContain('live_wallets');
    for (const [table, { rights }] of Object.entries(tables)) {
      const isReadable = rights.includes('authenticated select');
      const refusal = isReadable ? '401 auth.signed_out' : '403 42501';
      expect([table, await read(external, table)]).toEqual([table, refusal]);
      const counted = await external.client
        .from(table)
        .select(columnsOf(table), { count: 'exact', head: true });
      expect([table, counted.count]).toEqual([table, null]);
      if (isReadable) expect([table, await read(owner, table)]).toEqual([table, expect.any(Number)]);
    }
    expect(await read(owner, 'live_wallets')).toBe(1);
  });

  test('calls no function over REST', async () => {
    type Functions = Record<string, { name: string; parameters: string[] }>;
    const functions = accepted(await callAsServer<Functions>(backend, 'test_list_public_functions'));
    for (const [signature, { name, parameters }] of Object.entries(functions)) {
      const given = Object.fromEntries(parameters.map((parameter) => [parameter, null]));
      // For sessions of all apps of the project; see apps-policies.test.ts.
      if (name === 'my_wallets') continue;
      const { error } = await external.client.rpc(name, given);
      expect([signature, error?.code]).toEqual([signature, '42501']);
    }
  });

  test('is refused by every function that takes a session, like one of another account, and is no step-up', async () => {
    const functions = accepted(
      await callAsServer<Record<string, string[]>>(backend, 'test_list_functions_by_session'),
    );
    expect(Object.keys(functions)).toEqual(
      expect.arrayContaining(['remove_wallet', 'list_sessions', 'require_recent_auth', 'delete_account']),
    );
    const challengeId = await issue(backend, owner, makeAddress());
    const real: Record<string, unknown> = {
      ...describeChallenge(external, makeAddress()),
      ...makeSigned(),
      p_challenge_id: challengeId,
      p_wallet_id: wallet.walletId,
      p_address: wallet.address,
      p_target: owner.bound.p_session_id,
      p_label: 'Stolen',
      p_display_name: 'Stolen',
      p_because: 'ended_elsewhere',
      p_by: 'password',
      p_is_public: true,
      p_code_hashes: [],
    };
    for (const { bound } of [external, await signUpPerson(backend)])
      for (const [name, parameters] of Object.entries(functions).filter(([name]) => !(name in theirs))) {
        const asked = { ...real, p_session_id: bound.p_session_id };
        const given = Object.fromEntries(
          parameters.map((parameter) => [parameter, Reflect.get(asked, parameter) ?? null]),
        );
        const { refusal, data } = await callAsServer(backend, name, given);
        expect([name, refusal ?? data]).toEqual([
          name,
          name in answeredOtherwise ? answeredOtherwise[name] : '401 auth.signed_out',
        ]);
      }
    expect(await isLive(external)).toBe(false);
    expect(await isLive(owner)).toBe(true);
    expect(await read(owner, 'live_wallets')).toBe(1);
  });

  test('is not adopted by a refresh or a step-up', async () => {
    for (let times = 0; times < 2; times += 1) {
      const touched = await callAsServer(backend, 'touch_session', {
        ...external.bound,
      });
      expect(touched.data).toBe(false);
      for (const by of ['password', 'code', 'authenticator']) {
        const present = await callAsServer(backend, 'record_step_up', { ...external.bound, p_by: by });
        expect(present.refusal).toBe('401 auth.signed_out');
      }
      expect(await isLive(external)).toBe(false);
    }
    const refreshed = await postRefresh(backend, external.session.refresh_token);
    expect(refreshed.status).toBe(200);
    const answer = await fetch(`${backend.url}/rest/v1/accounts`, {
      headers: {
        'accept-profile': 'countersign',
        apikey: backend.publishableKey,
        authorization: `Bearer ${refreshed.body.access_token}`,
      },
    });
    expect(answer.status).toBe(401);
  });

  test('is not accepted if begun with a signed text of a wallet either, on the account of that wallet', async () => {
    const { client, session } = await signInWithText();
    await recordAsSite(backend, session, 'wallet');
    const stolen = await signInWithText(session.user.id);
    expect(await read(asPerson({ ...stolen, email: '' }), 'accounts')).toBe('401 auth.signed_out');
    expect(await read(asPerson({ client, session, email: '' }), 'accounts')).toBe(1);
  });

  test("can be ended by the account's owner, and can end only itself", async () => {
    const elsewhere = asPerson(await signInAtAuth(backend, owner.email));
    const listed = accepted(
      await callAsServer<{ id: string; isFromElsewhere: boolean }[]>(backend, 'list_sessions', owner.bound),
    );
    expect(listed).toContainEqual(
      expect.objectContaining({ id: elsewhere.bound.p_session_id, isFromElsewhere: true }),
    );
    expect(listed).toContainEqual(
      expect.objectContaining({ id: owner.bound.p_session_id, isFromElsewhere: false }),
    );
    const end = (by: Person, target: Person) =>
      callAsServer(backend, 'end_session', { ...by.bound, p_target: target.bound.p_session_id });
    expect((await end(elsewhere, owner)).refusal).toBe('401 auth.signed_out');
    expect((await end(owner, elsewhere)).refusal).toBeNull();
    expect((await postRefresh(backend, elsewhere.session.refresh_token)).status).toBe(400);
    for (const p_method of ['password', 'wallet']) {
      const again = { ...record(elsewhere), p_method };
      expect((await callAsServer(backend, 'record_session', again)).refusal).toBe('401 auth.signed_out');
    }
  });

  /** Signs in with the text of a new wallet, or of the wallet that created this account. */
  async function signInWithText(userId?: string) {
    const key = (userId && wallets.get(userId)) || makeWallet();
    const begun = await signInWalletAtAuth(backend, key);
    wallets.set(begun.userId, key);
    return begun;
  }
  const wallets = new Map<string, ReturnType<typeof makeWallet>>();
});

/** Functions that begin a session of this site, or end the calling one. */
const theirs: Record<string, true> = { record_session: true, end_session: true };

/** Functions that find no rows to change before they check the session, or report otherwise that it has ended. */
const answeredOtherwise: Record<string, unknown> = {
  consume_challenge: [],
  record_proof: '409 proof.challenge_gone',
  record_wallet_sign_in: '409 proof.challenge_gone',
  touch_session: false,
  // The server calls it only after it has checked the session; see lib/auth/sign-in/reset-password.ts.
  is_wallet_session: false,
  begin_oauth_request: expect.objectContaining({ session: null, grant: null }),
  read_oauth_interaction: null,
};

const record = ({ bound }: Person) => ({ ...bound, p_method: 'password', p_device: null });

describe("a session that an app got from Auth's OAuth server", () => {
  const giveToApp = async ({ bound: { p_session_id } }: Person) => {
    const { refusal } = await callAsServer(backend, 'test_give_session_to_app', { p_session_id });
    if (refusal) throw new Error(refusal);
  };

  test('is not recorded, and reads nothing even if it was recorded', async () => {
    const app = asPerson(await signInAtAuth(backend, owner.email));
    await giveToApp(app);
    expect((await callAsServer(backend, 'record_session', record(app))).refusal).toBe('401 auth.signed_out');
    const recorded = await signUpPerson(backend);
    expect(await read(recorded, 'accounts')).toBe(1);
    await giveToApp(recorded);
    expect(await read(recorded, 'accounts')).toBe('401 auth.signed_out');
    const present = await callAsServer(backend, 'require_recent_auth', recorded.bound);
    expect(present.refusal).toBe('401 auth.signed_out');
  });

  test('reads nothing with a token of the app, whatever session it names', async () => {
    const claims = decodeJwt(owner.session.access_token);
    const mayRead = (more: object) =>
      callAsServer<boolean>(backend, 'test_has_live_session', { p_claims: { ...claims, ...more } });
    expect((await mayRead({})).data).toBe(true);
    for (const client_id of ['9f2c6f2e-5a5e-4a3e-9d58-2d2d8a5b7a11', '', null])
      expect((await mayRead({ client_id })).refusal).toBe('401 auth.signed_out');
  });
});

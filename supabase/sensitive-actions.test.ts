import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describeApp, give, makeSecretHash } from './testing/apps/let-apps-in.ts';
import {
  accepted,
  addFactor,
  ageStepUp,
  callAsServer,
  consume,
  describeChallenge,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  proveNewWallet,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

interface SensitiveAction {
  action: string;
  asksFor: string;
  name: string;
}

const actions = [
  ...readFileSync('docs/security.md', 'utf8').matchAll(
    /^\| (?<action>[^|]+) \| (?<asksFor>step-up|session) \| `(?<name>\w+)` \|$/gm,
  ),
].map(({ groups }) => groups as unknown as SensitiveAction);

const backend = sharedBackend();

/** A user with data for every function of the table, as their parameters. */
async function preparePerson(): Promise<{ person: Person; everything: Record<string, unknown> }> {
  const person = await signUpPerson(backend);
  const other = await signInAgain(backend, person.email);
  const { walletId } = await proveNewWallet(backend, person);
  const challengeId = await issue(backend, person, makeAddress());
  const signed = makeSigned();
  accepted(await consume(backend, person, challengeId, signed));
  const app = { p_client: describeApp(), p_secret_hash: makeSecretHash(), p_device: null };
  const clientId = accepted(
    await callAsServer<string>(backend, 'register_own_oauth_client', { ...person.bound, ...app }),
  );
  const grantId = accepted(await give(backend, person, clientId, [walletId]));
  const everything = {
    ...describeChallenge(person, makeAddress()),
    ...signed,
    ...app,
    p_client_id: clientId,
    p_grant_id: grantId,
    p_scopes: ['openid', 'wallets'],
    p_shared_ids: [walletId],
    p_wallet_ids: [],
    p_page_id: null,
    p_keep_seconds: 60,
    p_newest_made_at: null,
    p_challenge_id: challengeId,
    p_wallet_id: walletId,
    p_label: 'Savings',
    p_name: 'Phantom',
    p_icon: null,
    p_display_name: 'Ada',
    p_is_public: true,
    p_is_listed: true,
    p_change: 'link_changed',
    p_github_id: null,
    p_target: other.bound.p_session_id,
    p_because: 'ended_elsewhere',
    p_by: 'password',
    p_device: null,
    p_method_id: randomUUID(),
    p_code_hashes: [],
    p_made_at: null,
    p_email: 'new@example.com',
    p_pause_seconds: 0,
    p_passkey_id: randomUUID(),
  };
  return { person, everything };
}

const parametersOf: Record<string, string[]> = {
  issue_challenge: Object.keys(describeChallenge({ bound: {} } as Person, '')),
  record_proof: ['p_challenge_id', 'p_signed_bytes', 'p_signature', 'p_device'],
  offer_account_deletion: ['p_challenge_id', 'p_signed_bytes', 'p_signature'],
  remove_wallet: ['p_wallet_id', 'p_device'],
  publish_wallet: ['p_wallet_id', 'p_is_public', 'p_device'],
  list_wallet: ['p_wallet_id', 'p_is_listed', 'p_device'],
  change_public_page: ['p_change', 'p_github_id', 'p_device'],
  set_display_name: ['p_display_name', 'p_device'],
  label_wallet: ['p_wallet_id', 'p_label', 'p_device'],
  make_wallet_primary: ['p_wallet_id', 'p_device'],
  set_wallet_appearance: ['p_wallet_id', 'p_name', 'p_icon'],
  end_session: ['p_target'],
  end_other_sessions: ['p_because'],
  end_sessions_of_sign_in_method: ['p_method', 'p_address'],
  end_sessions_of_passkey: ['p_passkey_id'],
  begin_passkey_removal: ['p_passkey_id'],
  record_step_up: ['p_by'],
  start_export: ['p_device'],
  replace_recovery_codes: ['p_code_hashes'],
  keep_recovery_codes: ['p_made_at'],
  start_email_change: ['p_email', 'p_pause_seconds'],
  keep_sign_in_method: ['p_method_id', 'p_device'],
  register_own_oauth_client: ['p_client', 'p_secret_hash', 'p_device'],
  change_own_oauth_client: ['p_client_id', 'p_client', 'p_device'],
  rotate_own_oauth_client_secret: [
    'p_client_id',
    'p_secret_hash',
    'p_keep_seconds',
    'p_device',
    'p_newest_made_at',
  ],
  remove_own_oauth_client: ['p_client_id', 'p_device'],
  give_oauth_grant: ['p_client_id', 'p_scopes', 'p_wallet_ids', 'p_page_id', 'p_device'],
  share_wallets: ['p_grant_id', 'p_shared_ids', 'p_wallet_ids', 'p_page_id', 'p_device'],
  end_oauth_grant: ['p_grant_id', 'p_device'],
  unshare_wallet: ['p_grant_id', 'p_wallet_id', 'p_device'],
};

function pickParameters(name: string, everything: Record<string, unknown>): Record<string, unknown> {
  const names = ['p_user_id', 'p_session_id', ...(parametersOf[name] ?? [])];
  return Object.fromEntries(names.map((parameter) => [parameter, everything[parameter]]));
}

/** Functions by session that need no row in the table, with the reason. */
const othersBySession = {
  record_session: 'a session that has just begun',
  record_sign_in: 'the end of its own sign-in',
  ask_for_code: 'asks to step up; step-up.test.ts',
  touch_session: 'a refresh',
  ensure_account: 'what an account is called, which it is given once',
  describe_account: 'reads; gives the account its ID once, as ensure_account does',
  list_wallets: 'creates the account, like describe_account',
  consume_challenge: 'uses up what was issued; record_proof asks',
  begin_authenticator_recovery:
    'for a session that is not let in yet, with password and code; past-this-site.test.ts',
  consume_recovery_code: 'for a session that is not let in yet, with a code; recovery-codes.test.ts',
  mark_wallet_session: 'a session that has just begun',
  mark_passkey_session: 'a session that has just begun',
  record_wallet_sign_in: 'asks for the second factor; the wallet has just signed in',
  record_step_up_by_wallet: 'asks more than a session; step-up.test.ts',
  rename_passkey: 'asks for the session, in the place of Auth while passkeys are off; change-passkey.test.ts',
  record_step_up_by_passkey: 'asks more than a session; passkeys-step-up.test.ts',
  begin_oauth_request: 'takes one that is over, or owes its code, for nobody; prompt-attacks.test.ts',
  finish_oauth_login: 'a step of an app’s request, which asks for the session; step-attacks.test.ts',
  finish_oauth_consent: 'the same, of who has agreed by give_oauth_grant',
};

test('the table has a row for every function that makes changes for a session', async () => {
  const functions = accepted(
    await callAsServer<Record<string, string[]>>(backend, 'test_list_changes_by_session'),
  );
  const listed = new Set(actions.map(({ name }) => name));
  const missing = Object.keys(functions).filter((name) => !listed.has(name));
  expect(missing.sort()).toEqual(Object.keys(othersBySession).sort());
});

const byFunction = Object.entries(Object.groupBy(actions, ({ name }) => name)).map(([name, rows = []]) => ({
  name,
  asks: [...new Set(rows.map(({ asksFor }) => asksFor))],
  actions: rows.map(({ action }) => action).join('; '),
}));

test.each(byFunction)(
  '$actions: $name requires $asks and the second factor, and refuses a stolen token',
  async ({ name, asks }) => {
    const { person, everything } = await preparePerson();
    const parameters = pickParameters(name, everything);
    const stolen = await person.client.rpc(name, parameters);
    expect([stolen.status, stolen.error?.code]).toEqual([403, '42501']);

    await ageStepUp(backend, person, '601 seconds');
    const { refusal } = await callAsServer(backend, name, parameters);
    expect([refusal]).toEqual(
      asks.map((asked) => (asked === 'step-up' ? '403 auth.recent_auth_required' : null)),
    );

    await addFactor(backend, person, 'verified');
    const weak = await callAsServer(backend, name, parameters);
    expect(weak.refusal).toBe('403 auth.second_factor_required');
  },
);

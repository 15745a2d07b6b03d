import { createHash, randomBytes } from 'node:crypto';
import { connectClient, enrollAndProve } from 'local-supabase/testing';
import { breakCall } from '../../lib/testing/backend-calls.ts';
import { addApp, give, poll } from '../../supabase/testing/apps/let-apps-in.ts';
import { addPasskey } from '../../supabase/testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  signInAgain,
  signUpPerson,
} from '../../supabase/testing/person.ts';
import { sharedBackend } from '../../supabase/testing/share-backend';
import { run as runCommand } from '../main';

const backend = sharedBackend();
let settings: Record<string, string>;
beforeAll(() => {
  settings = {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SITE_URL: 'https://countersign.example',
  };
});
afterEach(() => jest.restoreAllMocks());

const why = '--reason=You asked us on the phone';

/** Runs the command as an operator types it. */
async function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const [printed, failed]: [string[], string[]] = [[], []];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  jest.spyOn(console, 'error').mockImplementation((line: string) => void failed.push(line));
  const code = await runCommand(['account', ...args], settings);
  return { code, output: printed.join('\n'), errors: failed.join('\n') };
}

async function runJson(...args: string[]) {
  const { code, output } = await run(...args, '--json');
  if (code !== 0) throw new Error(output);
  return JSON.parse(output);
}

const codeOf = async ({ bound }: Person): Promise<string> =>
  accepted(await callAsServer<{ code: string }[]>(backend, 'ensure_account', bound))[0]?.code ?? '';

const isLive = async ({ bound }: Person) =>
  (await callAsServer(backend, 'require_live_session', bound)).refusal === null;

type Notice = { user_id: string; kind: string; details: Record<string, string> };
const noticesOf = async ({ bound, email }: Person) =>
  accepted(await callAsServer<Notice[]>(backend, 'test_read_notices', {})).filter(
    ({ user_id, details }) => user_id === bound.p_user_id || details.to === email,
  );

describe('find', () => {
  it('finds an account by its email, a wallet, its code in any notation, and its ID', async () => {
    const ann = await signUpPerson(backend);
    const { address } = await proveNewWallet(backend, ann);
    const code = await codeOf(ann);
    const id = ann.bound.p_user_id;
    for (const query of [ann.email.toUpperCase(), address, code, code.replace('-', ' ').toLowerCase(), id]) {
      const found = await runJson('find', query);
      expect([query, found.map((one: { id: string }) => one.id)]).toEqual([query, [id]]);
    }
  });

  it('shows counts and the shortened email, but no secret and no wallet address', async () => {
    const ann = await signUpPerson(backend);
    const { address } = await proveNewWallet(backend, ann);
    const shown = await run('find', ann.bound.p_user_id);
    expect(shown.output).toContain('1 proven wallet');
    expect(shown.output).toContain('Sessions       1');
    const told = JSON.stringify(await runJson('find', ann.bound.p_user_id));
    for (const hidden of [ann.email, address, ann.bound.p_session_id]) {
      expect(shown.output).not.toContain(hidden);
      expect(told).not.toContain(hidden);
    }
    expect((await run('find', ann.bound.p_user_id, '--show-email')).output).toContain(ann.email);
  });

  it('reports an unknown account', async () => {
    for (const query of ['nobody@example.com', '0000-0000', '00000000-0000-4000-8000-000000000000', 'x%'])
      expect((await run('find', query)).errors).toContain('No account has that');
  });
});

describe('end-sessions', () => {
  it('ends every session, and notifies the owner with the reason in the activity and by email', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const phone = await signInAgain(backend, ann.email);
    expect(await runJson('end-sessions', ann.email, why, '--yes')).toMatchObject({
      id: ann.bound.p_user_id,
      is_mailed: true,
    });
    expect([await isLive(ann), await isLive(phone), await isLive(bob)]).toEqual([false, false, true]);
    expect(await noticesOf(ann)).toEqual([
      expect.objectContaining({
        kind: 'team_ended_sessions',
        details: { reason: 'You asked us on the phone' },
      }),
    ]);
    const again = await signInAgain(backend, ann.email);
    const { data } = await again.client.from('activity_events').select('kind,details').limit(3);
    expect(data).toContainEqual({
      kind: 'team_ended_sessions',
      details: { reason: 'You asked us on the phone' },
    });
  });
});

describe('remove-second-factor', () => {
  const isAsked = async (person: Person) =>
    (await callAsServer(backend, 'require_live_session', person.bound, 'aal1')).refusal;

  it('removes authenticators and recovery codes, ends every session, keeps passkeys, and sends one email', async () => {
    const ann = await signUpPerson(backend);
    await enrollAndProve(ann.client);
    const passkey = await addPasskey(backend, ann);
    const hash = createHash('sha256').update(randomBytes(10)).digest('hex');
    const codes = { ...ann.bound, p_code_hashes: [hash] };
    expect((await callAsServer(backend, 'replace_recovery_codes', codes)).refusal).toBeNull();
    const held = await signInAgain(backend, ann.email);
    expect(await isAsked(held)).toBe('403 auth.second_factor_required');

    await runJson('remove-second-factor', await codeOf(ann), why, '--yes');
    expect([await isLive(ann), await isLive(held)]).toEqual([false, false]);
    const again = await signInAgain(backend, ann.email);
    expect(await isAsked(again)).toBeNull();
    const [found] = await runJson('find', ann.bound.p_user_id);
    expect(found).toMatchObject({ authenticators: 0, recovery_codes: 0, passkeys: 1, set_up_elsewhere: 0 });
    const listed = accepted(await callAsServer<{ id: string }[]>(backend, 'list_passkeys', again.bound));
    expect(listed.map(({ id }) => id)).toEqual([passkey.id]);
    // The removal is not also reported as a change made outside this site.
    const kinds = (await noticesOf(ann)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => /second_factor|method_lost|factor_removed/.test(kind))).toEqual([
      'team_removed_second_factor',
    ]);
  });

  it('queues the email before the removal, and can be repeated if Auth did not answer', async () => {
    const ann = await signUpPerson(backend);
    await enrollAndProve(ann.client);
    const { fix } = breakCall(/\/auth\/v1\//);
    const failed = await run('remove-second-factor', ann.email, why, '--yes');
    fix();
    expect(failed.errors).toContain('Run the command again');
    expect((await noticesOf(ann)).map(({ kind }) => kind)).toContain('team_removed_second_factor');
    const held = await signInAgain(backend, ann.email);
    expect(await isAsked(held)).toBe('403 auth.second_factor_required');
    expect((await run('remove-second-factor', ann.email, why, '--yes')).code).toBe(0);
    expect(await isAsked(await signInAgain(backend, ann.email))).toBeNull();
  });

  it('reports an account without a second factor, and changes nothing', async () => {
    const ann = await signUpPerson(backend);
    const refused = await run('remove-second-factor', ann.email, why, '--yes');
    expect(refused.errors).toContain('This account has no second factor.');
    expect([await isLive(ann), await noticesOf(ann)]).toEqual([true, []]);
  });
});

describe('close', () => {
  it('deletes the account as its owner can: notifies apps, removes proofs, and states the reason in the last email', async () => {
    const ann = await signUpPerson(backend);
    const { walletId, proofId } = await proveNewWallet(backend, ann);
    const publish = { ...ann.bound, p_wallet_id: walletId, p_is_public: true, p_device: null };
    expect((await callAsServer(backend, 'publish_wallet', publish)).refusal).toBeNull();
    const app = await addApp(backend);
    accepted(await give(backend, ann, app, [walletId]));
    await runJson('close', ann.email, why, '--yes');
    expect((await run('find', ann.bound.p_user_id)).errors).toContain('No account has that');
    expect((await poll(backend, app)).events.map(({ kind }) => kind)).toContain('account-purged');
    const shown = await callAsServer<{ status: string }>(backend, 'read_public_proof', {
      p_proof_id: proofId,
    });
    expect(shown.data?.status).toBe('deleted');
    const admin = connectClient(backend, backend.secretKey).auth.admin;
    expect((await admin.getUserById(ann.bound.p_user_id)).error?.code).toBe('user_not_found');
    expect(await noticesOf(ann)).toContainEqual(
      expect.objectContaining({
        kind: 'account_deleted',
        details: { to: ann.email, reason: 'You asked us on the phone' },
      }),
    );
  });

  it('if Auth did not answer, the account is closed and refuses other commands, and repeating the command finishes it', async () => {
    const ann = await signUpPerson(backend);
    const id = ann.bound.p_user_id;
    accepted(await callAsServer(backend, 'close_account_by_operator', { p_user_id: id, p_reason: 'Fraud' }));
    expect((await run('find', id)).output).toContain('being deleted');
    for (const what of ['end-sessions', 'remove-second-factor'])
      expect((await run(what, id, why, '--yes')).errors).toContain('is being deleted');
    expect((await run('close', id, why, '--yes')).output).toContain('was closed before');
    // The email gives the first reason, not the repeated command's.
    expect((await noticesOf(ann)).map(({ details }) => details.reason)).toContain('Fraud');
  });
});

describe('two at once', () => {
  /** Runs two commands that both find the account before either changes it. */
  async function runBoth(one: string[], other: string[]): Promise<{ output: string; failed: string[] }> {
    const [printed, errors]: [string[], string[]] = [[], []];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
    jest.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line));
    const real = globalThis.fetch;
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [asking, answers] = [0, 0];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      // Auth deletes the user only after the database has answered both commands.
      if (init?.method === 'DELETE') await answered.promise;
      if (!String(input).includes('_by_operator')) return real(input, init);
      if (++asking === 2) asked.resolve();
      await asked.promise;
      const answer = await real(input, init);
      if (++answers === 2) answered.resolve();
      return answer;
    });
    const codes = await Promise.all([one, other].map((typed) => runCommand(['account', ...typed], settings)));
    jest.restoreAllMocks();
    return {
      output: printed.join('\n'),
      failed: codes.map((code) => (code === 0 ? '' : errors.join('\n') || String(code))),
    };
  }

  it('closing an account twice closes it once: one email is sent, and the second command reports that it was closed', async () => {
    const ann = await signUpPerson(backend);
    const close = ['close', ann.email, why, '--yes'];
    const { output, failed } = await runBoth(close, close);
    expect(failed).toEqual(['', '']);
    expect(output).toContain('The account is deleted.');
    expect(output).toContain('was closed before');
    expect((await run('find', ann.bound.p_user_id)).errors).toContain('No account has that');
    expect((await noticesOf(ann)).filter(({ kind }) => kind === 'account_deleted')).toHaveLength(1);
  });

  it('end-sessions and close at once: the second one reports that the account is being deleted', async () => {
    const ann = await signUpPerson(backend);
    const { failed } = await runBoth(
      ['close', ann.email, why, '--yes'],
      ['end-sessions', ann.email, why, '--yes'],
    );
    expect(failed[0]).toBe('');
    // If end-sessions ran first, both succeed.
    expect(failed[1]).toMatch(/^$|is being deleted|There is no such account/);
    expect((await run('find', ann.bound.p_user_id)).errors).toContain('No account has that');
  });
});

describe('bad input', () => {
  it.each([
    ['no reason', ['end-sessions', 'ann@example.com', '--yes'], 'Add one --reason'],
    ['an empty reason', ['close', 'ann@example.com', '--reason= ', '--yes'], 'Add one --reason'],
    [
      'a long reason',
      ['close', 'ann@example.com', `--reason=${'x'.repeat(201)}`, '--yes'],
      'Add one --reason',
    ],
    ['a reason of two lines', ['close', 'ann@example.com', '--reason=a\nb', '--yes'], 'Add one --reason'],
    [
      'a reason turned around',
      ['close', 'ann@example.com', '--reason=a\u202eb', '--yes'],
      'Add one --reason',
    ],
    ['two accounts', ['close', 'ann@example.com', 'bob@example.com', why, '--yes'], 'takes one account'],
    ['no account', ['close', why, '--yes'], 'takes one account'],
    ['an option of another', ['find', 'ann@example.com', '--yes'], 'find takes no --yes'],
    ['an unknown account', ['close', 'nobody@example.com', why, '--yes'], 'No account has that'],
    ['something else', ['ban', 'ann@example.com'], 'Usage:'],
  ])('refuses %s', async (_, args, words) => {
    const refused = await run(...args);
    expect([refused.code, refused.output]).toEqual([1, '']);
    expect(refused.errors).toContain(words);
  });

  it('does nothing without a terminal and without --yes', async () => {
    const ann = await signUpPerson(backend);
    expect((await run('close', ann.email, why)).errors).toContain('add --yes');
    expect(await isLive(ann)).toBe(true);
  });

  it('changes neither of two accounts that have the same address on two chains', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const { address } = await proveNewWallet(backend, ann);
    accepted(await prove(backend, bob, address, 'prove', 'solana:devnet'));
    const refused = await run('end-sessions', address, why, '--yes');
    expect(refused.errors).toContain('2 accounts match. Nothing was changed');
    expect([await isLive(ann), await isLive(bob)]).toEqual([true, true]);
  });
});

test.each([
  'find_account_for_operator',
  'end_sessions_by_operator',
  'remove_second_factor_by_operator',
  'close_account_by_operator',
])('%s requires the secret key', async (name) => {
  const ann = await signUpPerson(backend);
  const asked = { p_user_id: ann.bound.p_user_id, p_reason: 'x' };
  const parameters = name.startsWith('find') ? { p_query: ann.email } : asked;
  for (const client of [ann.client, connectClient(backend, backend.publishableKey)])
    expect((await client.rpc(name, parameters)).error?.code).toBe('42501');
  expect(await isLive(ann)).toBe(true);
});

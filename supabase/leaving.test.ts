import { connectClient, signInAtAuth } from 'local-supabase/testing';
import {
  accepted,
  asPerson,
  callAsServer,
  issue,
  makeAddress,
  makeSigned,
  type Person,
  prove,
  proveNewWallet,
  record,
  recordAsSite,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

const call = <Data>(name: string, parameters: Record<string, unknown>) =>
  callAsServer<Data>(backend, name, parameters);
const close = ({ bound }: Person) => call('delete_account', bound);
const finish = ({ bound }: Person) => call('finish_deletion', { p_user_id: bound.p_user_id });
const readPublic = async (proofId: string) =>
  (await call<{ status: string; proof: unknown }>('read_public_proof', { p_proof_id: proofId })).data;

async function publish(person: Person) {
  const wallet = await proveNewWallet(backend, person);
  const shown = { ...person.bound, p_wallet_id: wallet.walletId, p_is_public: true, p_device: null };
  expect((await call('publish_wallet', shown)).refusal).toBeNull();
  return wallet;
}

async function deleteInAuth({ bound }: Person): Promise<void> {
  const admin = connectClient(backend, backend.secretKey).auth.admin;
  expect((await admin.deleteUser(bound.p_user_id)).error).toBeNull();
}

const noticesTo = async (email: string) =>
  accepted(await call<{ kind: string; details: { to?: string } }[]>('test_read_notices', {})).filter(
    ({ details }) => details.to === email,
  );

describe('deleting an account', () => {
  it("deletes all of the account's rows at once; of a public proof only the ID stays, of a private one nothing", async () => {
    const ann = await signUpPerson(backend);
    const shown = await publish(ann);
    const hidden = await proveNewWallet(backend, ann);
    expect((await close(ann)).refusal).toBeNull();
    for (const table of ['accounts', 'wallets', 'proofs', 'activity_events']) {
      // No rows, or an error: Postgres's planner decides whether the policy checks the session before there are rows.
      expect([table, (await ann.client.from(table).select('user_id')).data ?? []]).toEqual([table, []]);
    }
    expect(await readPublic(shown.proofId)).toMatchObject({ status: 'deleted', proof: null });
    expect(await readPublic(hidden.proofId)).toBeNull();
    expect(accepted(await call('test_count_challenges', { p_user_id: ann.bound.p_user_id }))).toBe(0);
    // The key's holder may prove the address for another account now.
    const bob = await signUpPerson(backend);
    expect(accepted(await prove(backend, bob, shown.address))).toMatchObject([{ outcome: 'proven' }]);
  });

  it('ends every session, and no session, old or new, can change the account again', async () => {
    const ann = await signUpPerson(backend);
    const phone = await signInAgain(backend, ann.email);
    const pending = await issue(backend, ann, makeAddress());
    await close(ann);
    for (const person of [ann, phone]) {
      const { refresh_token } = person.session;
      expect((await person.client.auth.refreshSession({ refresh_token })).error).not.toBeNull();
      expect((await call('start_export', { ...person.bound, p_device: null })).refusal).toBe(
        '401 auth.signed_out',
      );
    }
    expect((await record(backend, ann, pending, makeSigned())).refusal).toBe('409 proof.challenge_gone');
    // Auth still signs users in until it has deleted the user.
    const again = asPerson(await signInAtAuth(backend, ann.email));
    await expect(recordAsSite(backend, again.session)).rejects.toThrow('auth.signed_out');
    await expect(issue(backend, again, makeAddress())).rejects.toThrow('401 auth.signed_out');
    const made = await call('ensure_account', again.bound);
    expect(made.refusal).toBe('401 auth.signed_out');
  });

  it('happens once if it is called repeatedly or concurrently', async () => {
    const ann = await signUpPerson(backend);
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(ann)));
    const refusals = answers.map(({ refusal }) => refusal).filter(Boolean);
    // Calls that waited for the account find that it was deleted.
    expect(refusals.every((refusal) => refusal === '401 auth.signed_out')).toBe(true);
    expect(refusals.length).toBeLessThan(10);
    expect((await close(ann)).refusal).toBeNull();
  });

  it('emails its address once, and only when Auth has deleted the user', async () => {
    const ann = await signUpPerson(backend);
    await close(ann);
    await finish(ann);
    expect(await noticesTo(ann.email)).toEqual([]);
    await deleteInAuth(ann);
    await Promise.all([finish(ann), finish(ann)]);
    expect(await noticesTo(ann.email)).toMatchObject([{ kind: 'account_deleted' }]);
  });

  it('that was interrupted is claimed by one process, and by none while another is deleting', async () => {
    const ann = await signUpPerson(backend);
    await close(ann);
    const claim = async () => accepted(await call<string[]>('claim_pending_deletions', { p_at_most: 100 }));
    expect(await claim()).not.toContain(ann.bound.p_user_id);
    await call('test_make_deletions_due', {});
    const claimed = (await Promise.all([claim(), claim(), claim()])).flat();
    expect(claimed.filter((id) => id === ann.bound.p_user_id)).toHaveLength(1);
    await deleteInAuth(ann);
    await finish(ann);
    await call('test_make_deletions_due', {});
    expect(await claim()).not.toContain(ann.bound.p_user_id);
  });
});

describe('exporting', () => {
  type Row = { id: string; address: string; status: string; kind: string };
  const page = async (name: string, person: Person, after: unknown, most = 100) =>
    accepted(await call<Row[]>(name, { p_user_id: person.bound.p_user_id, p_after: after, p_at_most: most }));

  it("returns each of the user's wallets and proofs once, page by page, also ended ones, and no other user's", async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    await proveNewWallet(backend, bob);
    const made = [];
    for (let count = 0; count < 5; count++) made.push(await proveNewWallet(backend, ann));
    await call('remove_wallet', { ...ann.bound, p_wallet_id: made[0]?.walletId, p_device: null });
    for (const [name, ids] of [
      ['export_wallets', made.map(({ walletId }) => walletId)],
      ['export_proofs', made.map(({ proofId }) => proofId)],
    ] as const) {
      const read: string[] = [];
      for (let rows = await page(name, ann, null, 2); rows.length > 0; ) {
        read.push(...rows.map(({ id }) => id));
        rows = await page(name, ann, read.at(-1), 2);
      }
      expect([name, read]).toEqual([name, ids]);
    }
    expect((await page('export_proofs', ann, null)).map(({ status }) => status)).toEqual([
      'removed',
      ...Array(4).fill('standing'),
    ]);
    const events = await page('export_activity', ann, null);
    expect(events.map(({ kind }) => kind)).toEqual([...Array(5).fill('wallet_proven'), 'wallet_removed']);
    expect(await page('export_activity', ann, events.at(-1)?.id)).toEqual([]);
  });

  it('has the account and its sessions, no password or secret, and is recorded in the activity', async () => {
    const ann = await signUpPerson(backend);
    await ann.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    const exported = accepted(
      await call<Record<string, unknown>>('start_export', { ...ann.bound, p_device: 'Chrome on Mac' }),
    );
    expect(exported).toMatchObject({
      account: { email: ann.email, hasPassword: true },
      identities: [{ provider: 'email' }],
      secondFactors: [{ name: 'phone', type: 'totp', status: 'unverified' }],
      sessions: [{ id: ann.bound.p_session_id }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/\$2[aby]\$|"secret"|encrypted_password/);
    expect((await page('export_activity', ann, null)).map(({ kind }) => kind)).toEqual(['account_exported']);
  });
});

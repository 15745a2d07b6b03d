import { createHash, randomUUID } from 'node:crypto';
import { connectClient, currentCode, enrollAndProve, wrongCode } from 'local-supabase/testing';
import { TOTP } from 'otpauth';
import { callAsServer, type Person, signInAgain, signUpPerson } from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import { switchBrowser, switchToSession } from '../../testing/wallet-visitor';

/** Bodies of the requests that count an attempt. */
const mockAttempts: string[] = [];
// The server's own limit of 5 s is too short for a busy machine.
jest.mock('../../supabase/fetch-backend', () => {
  const patient: typeof fetch = (input, init) => {
    if (String(input).endsWith('/rpc/consume_rate_limit')) mockAttempts.push(String(init?.body));
    return fetch(input, { ...init, signal: null });
  };
  return { fetchBackend: patient, oneTry: { global: { fetch: patient }, db: { retry: false } } };
});

type Server = typeof import('./enroll-authenticator') &
  typeof import('./remove-authenticator') &
  typeof import('../../session/mfa') &
  typeof import('./recovery-codes') &
  typeof import('../step-up/confirm-it-is-you');

const backend = siteOnBackend();
let server: Server;
beforeAll(async () => {
  server = await startServer();
});

/** The modules of one server. `isolateModulesAsync` imports another process. */
async function startServer(): Promise<Server> {
  return {
    ...(await import('./enroll-authenticator')),
    ...(await import('./remove-authenticator')),
    ...(await import('../../session/mfa')),
    ...(await import('./recovery-codes')),
    ...(await import('../step-up/confirm-it-is-you')),
  };
}

async function openPerson(): Promise<Person> {
  const person = await signUpPerson(backend);
  switchToSession(person.session);
  return person;
}

async function begin(person: Person): Promise<{ factorId: string; secret: string }> {
  const begun = await server.startEnrollment();
  if (!begun.ok) throw new Error(begun.code);
  const enrolment = await server.readEnrollment(person.bound.p_user_id);
  if (!enrolment) throw new Error('Nothing is set up.');
  return enrolment;
}

async function listNames({ bound }: Person): Promise<string[]> {
  const listed = await server.listAuthenticators(bound.p_user_id);
  return listed.ok ? listed.authenticators.map(({ name }) => name) : [listed.code];
}

async function listAll({ bound }: Person) {
  const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
  return (await mfa.listFactors({ userId: bound.p_user_id })).data?.factors ?? [];
}

const countCodes = async ({ bound: { p_user_id } }: Person) =>
  (await callAsServer<{ unused: number }[]>(backend, 'describe_recovery_codes', { p_user_id })).data?.[0]
    ?.unused;
async function makeCodes({ bound }: Person): Promise<void> {
  const p_code_hashes = ['one', 'two'].map((code) => createHash('sha256').update(code).digest('hex'));
  const made = await callAsServer(backend, 'replace_recovery_codes', { ...bound, p_code_hashes });
  await callAsServer(backend, 'keep_recovery_codes', { ...bound, p_made_at: made.data });
}

const toCodes = { ok: true, redirectTo: '/security/recovery-codes?added=1' };

test('of 1,000 guesses in a day, 50 reach Auth, five at a time, across sessions and processes', async () => {
  const person = await signUpPerson(backend);
  const { factorId, secret } = await enrollAndProve(person.client);
  let tries = 0;
  const sessions = await Promise.all(
    [1, 2, 3].map(async () => {
      const { client } = await signInAgain(backend, person.email);
      jest.spyOn(client.auth.mfa, 'challengeAndVerify').mockImplementation(async () => {
        tries += 1;
        return { data: null, error: { code: 'mfa_verification_failed', status: 422 } } as never;
      });
      return client;
    }),
  );
  const processes = [server];
  await jest.isolateModulesAsync(async () => void processes.push(await startServer()));
  switchBrowser();
  const guess = (number: number) => {
    const [process, session] = [processes[number % 2], sessions[number % 3]];
    if (!process || !session) throw new Error('Nobody guesses.');
    // Different codes, because a repeated one isn't tried.
    const code = String(number).padStart(6, '0');
    return process.verifyMfa(session, { userId: person.bound.p_user_id, factorIds: [factorId], code });
  };
  for (let round = 0; round < 11; round++) {
    const before = tries;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => guess(round * 20 + number)));
    expect(answers.filter((answer) => answer.ok)).toEqual([]);
    expect([round, tries - before]).toEqual([round, round < 10 ? 5 : 0]);
    await callAsServer(backend, 'test_end_short_windows');
  }
  expect(tries).toBe(50);
  // The other 780 go to the database directly.
  const { p_kind, p_counters } = JSON.parse(mockAttempts.at(-1) ?? '{}');
  expect(p_kind).toBe('second_factor');
  const rest = { p_kind, p_counters, p_times: 780 };
  expect((await callAsServer(backend, 'test_repeat_attempts', rest)).data).toBe(0);
  const right = { userId: person.bound.p_user_id, factorIds: [factorId], code: currentCode(secret) };
  expect(await server.verifyMfa(person.client, right)).toMatchObject({
    code: 'auth.too_many_attempts',
  });
});

test("a copied cookie doesn't reveal the secret of an unfinished authenticator", async () => {
  const person = await signUpPerson(backend);
  const browser = switchToSession(person.session);
  const { secret } = await begin(person);
  const [name = '', value = ''] =
    [...browser].find(([cookie]) => cookie.endsWith('authenticator-set-up')) ?? [];
  expect(value).not.toBe('');
  for (const shown of [value, Buffer.from(value, 'base64url').toString()]) {
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain('otpauth');
  }
  const other = { ...Object.fromEntries(browser), [name]: `${value.slice(0, -4)}AAAA` };
  switchBrowser(new Map(Object.entries(other)));
  expect(await server.readEnrollment(person.bound.p_user_id)).toBeNull();
});

test('a code one step ahead is accepted; a code of two steps ago is refused', async () => {
  const person = await openPerson();
  const { secret } = await begin(person);
  const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  expect(await server.finishEnrollment(codeAt(-2))).toMatchObject({ code: 'factor.code_wrong' });
  expect(await listNames(person)).toEqual([]);
  expect(await server.finishEnrollment(codeAt(1))).toEqual(toCodes);
  expect(await listNames(person)).toEqual(['Authenticator app']);
});

test('a setup started again in the same browser continues with the same secret, unless it was removed elsewhere', async () => {
  const person = await openPerson();
  const removed = await begin(person);
  const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
  await mfa.deleteFactor({ userId: person.bound.p_user_id, id: removed.factorId });
  const first = await begin(person);
  expect(first.secret).not.toBe(removed.secret);
  const second = await begin(person);
  expect(second).toEqual(first);
  expect(await server.finishEnrollment(currentCode(first.secret))).toEqual(toCodes);
  // The other tab still shows its form.
  expect(await server.finishEnrollment(currentCode(second.secret))).toMatchObject({ code: 'factor.gone' });
  expect((await listAll(person)).map(({ id }) => id)).toEqual([first.factorId]);
});

test('an unfinished setup requires no code, can be continued, and is removed by the next setup', async () => {
  const person = await openPerson();
  const { factorId, secret } = await begin(person);
  expect(await server.finishEnrollment(wrongCode(secret))).toMatchObject({ code: 'factor.code_wrong' });
  expect(await server.readEnrollment(person.bound.p_user_id)).toMatchObject({ factorId, secret });
  const elsewhere = await signInAgain(backend, person.email);
  expect((await elsewhere.client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
  const here = switchToSession(elsewhere.session);
  const newer = await begin(person);
  expect((await listAll(person)).map(({ id }) => id)).toEqual([newer.factorId]);
  switchToSession(person.session);
  expect(await server.finishEnrollment(currentCode(secret))).toMatchObject({ code: 'factor.gone' });
  switchBrowser(here);
  expect(await server.cancelEnrollment()).toEqual({ ok: true, redirectTo: '/security' });
  expect(await listAll(person)).toEqual([]);
});

test('a setup that another session began in this browser is void, since its secret may have been seen there', async () => {
  const person = await openPerson();
  const { secret } = await begin(person);
  const enrolment = await server.readEnrollment(person.bound.p_user_id);
  const other = await signInAgain(backend, person.email);
  await server.enrollmentCookie.write({ ...enrolment, sessionId: other.bound.p_session_id } as never);
  expect((await begin(person)).secret).not.toBe(secret);
});

test('removing the last authenticator voids the recovery codes for good; removing another keeps them', async () => {
  const person = await openPerson();
  const phone = await begin(person);
  expect(await server.finishEnrollment(currentCode(phone.secret))).toEqual(toCodes);
  await makeCodes(person);
  const tablet = await begin(person);
  // Saved codes stay, so setup doesn't continue to new ones.
  expect(await server.finishEnrollment(currentCode(tablet.secret))).toEqual({
    ok: true,
    redirectTo: '/security?done=authenticator-added',
  });
  expect(await server.removeAuthenticator(phone.factorId)).toEqual({ ok: true });
  expect(await countCodes(person)).toBe(2);
  // From a stale page.
  expect(await server.removeAuthenticator(phone.factorId)).toMatchObject({ code: 'factor.gone' });
  expect(await listNames(person)).toEqual(['Authenticator app 2']);
  expect(await server.removeAuthenticator(tablet.factorId)).toEqual({ ok: true });
  expect(await countCodes(person)).toBe(0);
});

test('two authenticators removed concurrently are both recorded, with the requesting device', async () => {
  const person = await openPerson();
  const { p_user_id } = person.bound;
  for (const _ of ['phone', 'tablet'])
    expect(await server.finishEnrollment(currentCode((await begin(person)).secret))).toMatchObject({
      ok: true,
    });
  const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
  const ids = (await listAll(person)).map(({ id }) => id);
  const change = { p_user_id, p_kind: 'authenticator' };
  for (const id of ids) {
    const asked = { ...change, p_reference: id, p_device: 'Firefox on Linux' };
    await callAsServer(backend, 'begin_sign_in_method_change', asked);
  }
  for (const id of ids) {
    await mfa.deleteFactor({ userId: p_user_id, id });
    await callAsServer(backend, 'finish_sign_in_method_change', change);
  }
  const { data } = await (await signInAgain(backend, person.email)).client
    .from('activity_events')
    .select('kind,device')
    .in('kind', ['factor_removed', 'method_lost']);
  expect(data).toEqual(Array(2).fill({ kind: 'factor_removed', device: 'Firefox on Linux' }));
});

test('after Auth refuses a removal, a removal by another client is reported as unannounced', async () => {
  const person = await openPerson();
  const { p_user_id } = person.bound;
  await server.finishEnrollment(currentCode((await begin(person)).secret));
  const id = (await listAll(person))[0]?.id ?? '';
  const real = globalThis.fetch;
  const refusing = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (input, init) =>
      init?.method === 'DELETE'
        ? Response.json(
            { code: 429, error_code: 'over_request_rate_limit', msg: 'Too many' },
            { status: 429 },
          )
        : real(input, init),
    );
  expect((await server.removeAuthenticator(id)).ok).toBe(false);
  refusing.mockRestore();
  await connectClient(backend, backend.secretKey).auth.admin.mfa.deleteFactor({ userId: p_user_id, id });
  const { data } = await (await signInAgain(backend, person.email)).client
    .from('activity_events')
    .select('kind')
    .in('kind', ['factor_removed', 'method_lost']);
  expect(data).toEqual([{ kind: 'method_lost' }]);
});

test("the first recovery codes are due once, in the setup's browser and for its account", async () => {
  const person = await openPerson();
  const { p_user_id } = person.bound;
  const { secret } = await begin(person);
  expect(await server.areFirstCodesDue(p_user_id)).toBe(false);
  expect(await server.finishEnrollment(currentCode(secret))).toEqual(toCodes);
  expect(await server.areFirstCodesDue(p_user_id)).toBe(true);
  expect(await server.areFirstCodesDue(randomUUID())).toBe(false);
  expect(await server.makeRecoveryCodes()).toMatchObject({ ok: true });
  expect(await server.areFirstCodesDue(p_user_id)).toBe(false);
});

test("if the last authenticator was removed at Auth, its recovery codes don't apply to the next", async () => {
  const person = await openPerson();
  const { secret } = await begin(person);
  await server.finishEnrollment(currentCode(secret));
  await makeCodes(person);
  await callAsServer(backend, 'test_remove_factors', { p_user_id: person.bound.p_user_id });
  expect(await countCodes(person)).toBe(2);
  await begin(person);
  expect(await countCodes(person)).toBe(0);
});

test('a code for an authenticator removed elsewhere gets the hint to reload', async () => {
  const person = await openPerson();
  const { secret } = await begin(person);
  await server.finishEnrollment(currentCode(secret));
  await callAsServer(backend, 'test_remove_factors', { p_user_id: person.bound.p_user_id });
  const confirmed = await server.confirmByAuthenticator({ code: wrongCode(secret) });
  expect(confirmed).toMatchObject({ code: 'step_up.method_unknown' });
});

test('guesses of an ended session never reach Auth', async () => {
  const person = await openPerson();
  const { bound } = person;
  await callAsServer(backend, 'end_session', { ...bound, p_target: bound.p_session_id });
  const over = { ok: false, code: 'auth.signed_out' };
  expect(await server.confirmByPassword({ password: 'not the password' })).toEqual(over);
});

import { readFileSync } from 'node:fs';
import {
  addExternalPasskey,
  addPasskey,
  beginAtAuth,
  beginHere,
  done,
  mark,
  type Passkey,
  removeAtAuth,
  signInByPasskey,
} from './testing/passkeys/act-with-passkeys.ts';
import {
  accepted,
  addFactor,
  ageStepUp,
  callAsServer,
  consume,
  issue,
  makeSigned,
  type Person,
  proveNewWallet,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

/** The rows of the table under this heading, as `[credential, without an authenticator, with one]`. */
function readTable(heading: string): [string, string, string][] {
  const [, table = ''] = readFileSync('docs/security.md', 'utf8').split(`| ${heading} |`);
  const [rows = ''] = table.split('\n\n');
  const cells = rows.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  return cells.slice(2).map(([, held = '', without = '', beside = '']) => [held, without, beside]);
}

type Account = { owner: Person; address: string; passkey: Passkey | null; hasAuthenticator: boolean };

async function makeAccount(hasPasskey: boolean, hasAuthenticator: boolean): Promise<Account> {
  const owner = await signUpPerson(backend);
  const { address } = await proveNewWallet(backend, owner);
  const passkey = hasPasskey ? await addPasskey(backend, owner) : null;
  if (hasAuthenticator) await addFactor(backend, owner, 'verified');
  return { owner, address, passkey, hasAuthenticator };
}

/** A session, and the level of its token. */
type Held = { person: Person; level: 'aal1' | 'aal2' };
const atFirst = (person: Person): Held => ({ person, level: 'aal1' });

async function giveCode({ hasAuthenticator }: Account, person: Person): Promise<Held> {
  if (!hasAuthenticator) return atFirst(person);
  done(await callAsServer(backend, 'test_raise_session', { p_session_id: person.bound.p_session_id }));
  return { person, level: 'aal2' };
}

async function useExternal({ owner }: Account): Promise<Person> {
  const external = await addExternalPasskey(backend, owner);
  const begun = await beginHere(backend, owner);
  expect(await mark(backend, begun, external)).toMatchObject({ data: null, refusal: null });
  return begun;
}

function useOwn({ owner, passkey }: Account): Promise<Person> {
  if (!passkey) throw new Error('This account has no passkey.');
  return signInByPasskey(backend, owner, passkey);
}

async function giveRecoveryCode({ owner }: Account, begun: Person): Promise<Person> {
  const code = 'a'.repeat(64);
  done(await callAsServer(backend, 'test_raise_session', { p_session_id: owner.bound.p_session_id }));
  done(await callAsServer(backend, 'replace_recovery_codes', { ...owner.bound, p_code_hashes: [code] }));
  done(
    await callAsServer(backend, 'consume_recovery_code', {
      ...begun.bound,
      p_code_hash: code,
      p_device: null,
    }),
  );
  return begun;
}

const byMethod = (method: string) => async (account: Account) =>
  atFirst(await beginHere(backend, account.owner, method));

const signIns: Record<string, (account: Account) => Promise<Held>> = {
  password: byMethod('password'),
  'mailbox, by code or link': byMethod('code'),
  'mailbox, by password reset': byMethod('recovery'),
  'proven wallet': byMethod('wallet'),
  'linked provider': byMethod('github'),
  passkey: async (account) => atFirst(await useOwn(account)),
  'password and authenticator code': async (account) =>
    giveCode(account, await beginHere(backend, account.owner, 'password')),
  'passkey and authenticator code': async (account) => giveCode(account, await useOwn(account)),
  'password and recovery code': async (account) => {
    const begun = await beginHere(backend, account.owner, 'password');
    return atFirst(account.hasAuthenticator ? await giveRecoveryCode(account, begun) : begun);
  },
  'passkey registered at Auth': async (account) => atFirst(await useExternal(account)),
  'passkey registered at Auth, and authenticator code': async (account) =>
    giveCode(account, await useExternal(account)),
  'password, at Auth directly': async ({ owner }) => atFirst(await beginAtAuth(backend, owner, 'password')),
  'passkey, at Auth directly': async ({ owner }) => atFirst(await beginAtAuth(backend, owner)),
  'passkey removed since': async (account) => {
    const person = await useOwn(account);
    if (account.passkey) await removeAtAuth(backend, account.passkey);
    return atFirst(person);
  },
};

const bySecret = (by: string) => async (_: Account, person: Person) => {
  if (by === 'code') await callAsServer(backend, 'ask_for_code', person.bound);
  return callAsServer(backend, 'record_step_up', { ...person.bound, p_by: by });
};
const byProof = (proof: Person, person: Person) =>
  callAsServer(backend, 'record_step_up_by_passkey', {
    ...person.bound,
    p_proof_session: proof.bound.p_session_id,
  });

const confirmations: Record<string, (account: Account, person: Person) => Promise<unknown>> = {
  nothing: async () => undefined,
  password: bySecret('password'),
  mailbox: bySecret('code'),
  'proven wallet': async ({ address }, person) => {
    const challengeId = await issue(backend, person, address, 'confirm');
    const signed = makeSigned();
    accepted(await consume(backend, person, challengeId, signed));
    const confirmed = { ...person.bound, ...signed, p_challenge_id: challengeId };
    return callAsServer(backend, 'record_step_up_by_wallet', confirmed);
  },
  passkey: async (account, person) => byProof(await useOwn(account), person),
  'passkey registered at Auth': async (account, person) => byProof(await useExternal(account), person),
  'passkey of another account': async (_, person) =>
    byProof(await useOwn(await makeAccount(true, false)), person),
};

/** The session's rights, in the words of the tables. */
async function describeRights({ hasAuthenticator }: Account, { person, level }: Held): Promise<string> {
  const may = async (name: string, parameters: object = {}) =>
    (await callAsServer(backend, name, { ...person.bound, ...parameters }, level)).refusal === null;
  if (!(await may('require_live_session'))) return 'nothing';
  if (!(await may('require_recent_auth'))) return 'reads';
  const makesCodes = await may('replace_recovery_codes', { p_code_hashes: ['0'.repeat(64)] });
  return hasAuthenticator && !makesCodes ? 'most' : 'all';
}

async function signIn(held: string, account: Account): Promise<string> {
  const begin = signIns[held];
  if (!begin) throw new Error(`Nothing is tested for ${held}.`);
  return describeRights(account, await begin(account));
}

async function confirm(held: string, account: Account): Promise<string> {
  const show = confirmations[held];
  if (!show) throw new Error(`Nothing is tested for ${held}.`);
  const old = await giveCode(account, await beginHere(backend, account.owner, 'password'));
  await ageStepUp(backend, old.person, '1 hour');
  await show(account, old.person);
  return describeRights(account, old);
}

const tables = [
  { verb: 'signs in with', rows: readTable('Signed in with'), names: signIns, act: signIn },
  { verb: 'confirms with', rows: readTable('Confirmed with'), names: confirmations, act: confirm },
];

test.each(tables)('the table of who $verb what has all rows, and no other', ({ rows, names }) => {
  expect(rows.map(([held]) => held)).toEqual(Object.keys(names));
});

describe.each(tables)('who $verb', ({ rows, act }) => {
  test.each(rows)('%s opens %s, and %s where there is an authenticator', async (held, without, beside) => {
    expect(await act(held, await makeAccount(true, false))).toBe(without);
    expect(await act(held, await makeAccount(true, true))).toBe(beside);
  });

  const others = rows.filter(([held]) => !held.includes('passkey'));
  test.each(others)(
    '%s opens just as much of an account without a passkey: %s, %s',
    async (held, ...opens) => {
      const accounts = [await makeAccount(false, false), await makeAccount(false, true)];
      expect(await Promise.all(accounts.map((account) => act(held, account)))).toEqual(opens);
    },
  );
});

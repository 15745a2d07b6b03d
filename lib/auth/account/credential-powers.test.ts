import { readFileSync } from 'node:fs';
import {
  currentCode,
  type Enrolled,
  firstPassword,
  makeEmail,
  type SoftPasskey,
  sessionOf,
  signInAtAuth,
} from 'local-supabase/testing';
import { ageStepUp, type Person, setUpAuthenticator, signUpPerson } from '../../../supabase/testing/person';
import {
  addAtAuth,
  addPasskeyHere,
  begun,
  openPasskeyServer,
  type PasskeyServer,
  signInHere,
} from '../../testing/passkey-visitor';
import { siteOnBackend } from '../../testing/point-site-at';
import { switchBrowser, switchToSession } from '../../testing/wallet-visitor';

// Tests the tables of docs/security.md on the powers of each credential. Each row has a new account with a
// password, a mailbox and a passkey. The actions run in order, because they can't be undone.

const backend = siteOnBackend();
let passkeyServer: PasskeyServer;
let server: Awaited<ReturnType<typeof openServer>>;
beforeAll(async () => {
  passkeyServer = await openPasskeyServer();
  server = await openServer();
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});

async function openServer() {
  const parts = await Promise.all([
    import('../sign-in/sign-in-with-password'),
    import('../sign-in/sign-in-with-mfa'),
    import('../step-up/confirm-it-is-you'),
    import('../../session/viewer'),
    import('./recovery-codes'),
    import('./remove-authenticator'),
    import('./set-password'),
    import('./change-email'),
    import('./delete-account'),
  ]);
  const [signIn, mfa, confirm, viewer, codes, factors, password, email, deletion] = parts;
  return {
    ...signIn,
    ...mfa,
    ...confirm,
    ...viewer,
    ...codes,
    ...factors,
    ...password,
    ...email,
    ...deletion,
  };
}

type Account = {
  person: Person;
  passkey: SoftPasskey;
  /** The account's other passkey. */
  otherId: string;
  external: SoftPasskey;
  factor: Enrolled | null;
};

/** `hasExternal`: also with a passkey set up at Auth. */
async function makeAccount(hasAuthenticator: boolean, hasExternal: boolean): Promise<Account> {
  const person = await signUpPerson(backend);
  switchToSession(person.session);
  const { passkey } = await addPasskeyHere(passkeyServer);
  const other = await addPasskeyHere(passkeyServer);
  const external = hasExternal ? await addAtAuth(person.client) : passkey;
  const factor = hasAuthenticator ? await setUpAuthenticator(backend, person) : null;
  return { person, passkey, otherId: other.id, external, factor };
}

const signInByPassword = ({ person }: Account) =>
  server.signInWithPassword({ email: person.email, password: firstPassword });
const giveCode = async ({ factor }: Account) => factor && server.signInWithMfa(currentCode(factor.secret));

/** Each credential, and a sign-in with it in a new browser. */
const holdings: Record<string, (account: Account) => Promise<unknown>> = {
  password: signInByPassword,
  'password and authenticator code': async (account) => {
    await signInByPassword(account);
    return giveCode(account);
  },
  'password and recovery code': async (account) => {
    switchToSession(await sessionOf(account.person.client));
    const { codes } = begun(await server.makeRecoveryCodes());
    switchBrowser();
    await signInByPassword(account);
    return server.signInWithRecoveryCode(codes[0] ?? '');
  },
  passkey: ({ passkey }) => signInHere(passkeyServer, passkey),
  'passkey and, when asked, authenticator code': async (account) => {
    await signInHere(passkeyServer, account.passkey);
    const code = currentCode(account.factor?.secret ?? '');
    expect(await server.confirmByAuthenticator({ code, inPlace: 'yes' })).toEqual({ ok: true });
  },
  'passkey registered at Auth': ({ external }) => signInHere(passkeyServer, external),
  'passkey registered at Auth, and authenticator code': async (account) => {
    await signInHere(passkeyServer, account.external);
    return giveCode(account);
  },
  'session left open for an hour': async ({ person }) => {
    switchToSession(await sessionOf(person.client));
    await ageStepUp(backend, person, '1 hour');
  },
  'password, at Auth directly': async ({ person }) => {
    switchToSession((await signInAtAuth(backend, person.email)).session);
  },
};

type Outcome = { ok: boolean; code?: string };

/** The four changes of the tables, then their other columns, in this order. */
const actions: Record<string, (account: Account) => Promise<Outcome>> = {
  'add a passkey': () => passkeyServer.startAddingPasskey(),
  'change the email': () => server.changeEmail(makeEmail('next')),
  'remove a passkey': ({ otherId }) => passkeyServer.removePasskey({ id: otherId }),
  'change the password': () => server.changePassword('another correct horse', undefined),
  'remove the authenticator': ({ factor }) => server.removeAuthenticator(factor?.factorId ?? ''),
  'delete the account': async ({ person }) => {
    const acting = await server.actingViewer();
    return acting.ok ? server.deleteAccount({ viewer: acting.viewer, confirmation: person.email }) : acting;
  },
};

const words: Record<string, string> = {
  'auth.authenticator_code_required': 'code',
  'auth.recent_auth_required': 'confirm',
  'auth.signed_out': 'no',
};

function readTable(heading: string): string[][] {
  const [, table = ''] = readFileSync('docs/security.md', 'utf8').split(`| ${heading} |`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe.each([
  ['Account with a passkey', false],
  ['Account with a passkey and an authenticator', true],
])('the powers of each credential at %s', (heading, hasAuthenticator) => {
  const rows = readTable(heading);

  test('has at least five credentials', () => {
    expect(rows.length).toBeGreaterThan(4);
    for (const [held = ''] of rows) expect(Object.keys(holdings)).toContain(held);
  });

  test.each(rows)('with %s', async (held, changes = '', ...others) => {
    const account = await makeAccount(hasAuthenticator, held.includes('at Auth') && held.includes('passkey'));
    switchBrowser();
    await holdings[held]?.(account);
    const answers: string[] = [];
    for (const [name, act] of Object.entries(actions)) {
      if (name === 'remove the authenticator' && !hasAuthenticator) continue;
      const outcome = await act(account);
      answers.push(outcome.ok ? 'yes' : (words[outcome.code ?? ''] ?? String(outcome.code)));
    }
    expect(answers).toEqual([changes, changes, changes, changes, ...others]);
  });
});

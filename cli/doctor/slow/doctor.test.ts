import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LocalSupabase, readLocalMailbox, startLocalSupabase } from 'local-supabase/testing';
import { type Alter, startAlteringGateway } from '../testing/altering-gateway';
import { probeRounds, type Round, rounds, states } from '../testing/rounds';
import { findByDoctor, runDoctor } from '../testing/run-doctor';

type Gateway = Awaited<ReturnType<typeof startAlteringGateway>>;

/** A correct project, a misconfigured one, and a gateway to the correct one. */
let well: LocalSupabase;
let ill: LocalSupabase;
let gateway: Gateway;

const siteUrl = 'http://localhost:3000';
const quiet = {
  SOLANA_RPC_URL: 'off',
  MAIL_FROM: 'us@example.test',
  TRUSTED_PROXY_HEADER: 'none',
  SITE_URL: siteUrl,
};
const settingsFor = (backend: LocalSupabase, url = backend.url) => ({
  ...quiet,
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
  SUPABASE_SECRET_KEY: backend.secretKey,
  SUPABASE_JWT_ISSUER: `${backend.url}/auth/v1`,
  SMTP_URL: backend.smtpUrl,
});
const project = ['--without-site'];

beforeAll(async () => {
  [well, ill] = await Promise.all([
    startLocalSupabase({ env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' } }),
    startLocalSupabase({
      env: {
        SITE_URL: 'https://other.example',
        LOCAL_SUPABASE_SIGN_UP: '0',
        LOCAL_SUPABASE_MANUAL_LINKING: '0',
        LOCAL_SUPABASE_WEB3: '0',
        LOCAL_SUPABASE_TOTP: '0',
        LOCAL_SUPABASE_OTP_LENGTH: '8',
        LOCAL_SUPABASE_PASSWORD_LENGTH: '6',
        LOCAL_SUPABASE_JWT_EXPIRY: '60',
        LOCAL_SUPABASE_REUSE_INTERVAL: '0',
        LOCAL_SUPABASE_MAIL_FAILS: '1',
      },
    }),
  ]);
  gateway = await startAlteringGateway(well.url);
});
afterEach(() => gateway.alter(() => undefined));
afterAll(async () => {
  await gateway.close();
  await Promise.all([well.stop(), ill.stop()]);
});

async function hasThrowAwayAccount(backend: LocalSupabase): Promise<boolean> {
  const answer = await fetch(`${backend.url}/auth/v1/admin/users?filter=@countersign.invalid`, {
    headers: { apikey: backend.secretKey },
  });
  return ((await answer.json()) as { users: object[] }).users.length > 0;
}

test('finds no problems in a correct project, and leaves no account and no email behind', async () => {
  const { code, found } = await findByDoctor(settingsFor(well), ...project, '--probe');
  const wrong = Object.values(found).filter(({ level }) => level === 'problem' || level === 'warning');
  // A configured project with a site on this machine.
  expect(wrong.map(({ id }) => id)).toEqual(['site.address']);
  expect(code).toBe(0);
  expect(found['probe.password']?.level).toBe('ok');
  expect(await hasThrowAwayAccount(well)).toBe(false);
  const mails = await readLocalMailbox(`${well.url}/mailbox`);
  expect(mails.filter(({ to }) => to.startsWith('doctor-'))).toEqual([]);
});

test('changes nothing without --probe', async () => {
  const changing: string[] = [];
  gateway.alter(({ method, path }) => {
    if (/admin\/(users|generate_link)|otp|verify|signup/.test(path) && method !== 'GET') changing.push(path);
    return undefined;
  });
  const { found } = await findByDoctor(settingsFor(well, gateway.url), ...project);
  expect(changing).toEqual([]);
  expect(found.probe?.level).toBe('unknown');
});

describe('a changed setting of the project', () => {
  let found: Awaited<ReturnType<typeof findByDoctor>>['found'];
  let code: number;
  beforeAll(async () => {
    const settings = { ...settingsFor(ill), SITE_URL: 'https://countersign.example' };
    ({ found, code } = await findByDoctor(settings, ...project, '--probe'));
  });

  test.each([
    ['sign-in-methods.sign-up', 'warning', 'Sign-up is off', 'GOTRUE_DISABLE_SIGNUP=false'],
    ['sign-in-methods.solana', 'warning', 'Solana wallet is off', 'GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED=true'],
    [
      'passkeys.rp-id',
      'problem',
      'Passkeys are for other.example, but SITE_URL is https://countersign.example',
      'GOTRUE_WEBAUTHN_RP_ID',
    ],
    [
      'probe.site-url',
      'problem',
      'Site URL is https://other.example, but SITE_URL is https://countersign.example',
      'GOTRUE_SITE_URL',
    ],
    [
      'probe.redirects',
      'problem',
      'Auth does not redirect to https://countersign.example/auth/callback',
      'GOTRUE_URI_ALLOW_LIST',
    ],
    ['probe.code-length', 'problem', 'Codes have 8 digits', 'GOTRUE_MAILER_OTP_LENGTH=6'],
    ['probe.token-life', 'problem', 'Access tokens are valid for 60 s', 'GOTRUE_JWT_EXP=3600'],
    ['probe.totp', 'problem', 'mfa_totp_enroll_not_enabled', 'GOTRUE_MFA_TOTP_ENROLL_ENABLED=true'],
    [
      'probe.manual-linking',
      'problem',
      'Manual linking is off',
      'GOTRUE_SECURITY_MANUAL_LINKING_ENABLED=true',
    ],
    [
      'probe.reuse',
      'problem',
      'within seconds ends the session',
      'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10',
    ],
    [
      'probe.password',
      'warning',
      'The project accepts passwords of fewer than 8 characters.',
      'GOTRUE_PASSWORD_MIN_LENGTH=8',
    ],
  ])('%s is a %s, with its name in all three places', (id, level, words, selfHosted) => {
    expect(found[id]).toMatchObject({ level, what: expect.stringContaining(words) });
    expect(found[id]?.self_hosted).toContain(selfHosted);
    expect(found[id]?.dashboard).toMatch(/^Authentication > |^Project Settings > /);
    expect(found[id]?.config_toml).toMatch(/^auth\./);
    expect(found[id]?.why).toMatch(/\.$/);
  });

  test('fails the command, and still deletes the account', async () => {
    expect(code).toBe(1);
    expect(await hasThrowAwayAccount(ill)).toBe(false);
  });
});

/** The first change that returns a replacement. */
const alterBy =
  (changes: Alter[]): Alter =>
  async (request, answer) => {
    for (const change of changes) {
      const instead = await change(request, answer);
      if (instead) return instead;
    }
    return undefined;
  };

async function expectLines({ alter, lines }: Round, ...args: string[]): Promise<void> {
  gateway.alter(alterBy(alter));
  const { code, found } = await findByDoctor(settingsFor(well, gateway.url), ...project, ...args);
  for (const [id, level, words] of lines)
    expect([id, found[id]]).toEqual([
      id,
      expect.objectContaining({ level, what: expect.stringContaining(words) }),
    ]);
  if (lines.some(([, level]) => level === 'problem')) expect(code).toBe(1);
}

test('reports each setting of a misconfigured project', async () => {
  for (const round of rounds(well.publishableKey)) await expectLines(round);
});

test('distinguishes databases without our schema, read-only, unreachable, or newer than the site', async () => {
  for (const round of states(well.publishableKey)) await expectLines(round);
});

test('with --probe reports its findings, and always deletes the account', async () => {
  for (const round of probeRounds) {
    await expectLines(round, '--probe');
    expect(await hasThrowAwayAccount(well)).toBe(false);
  }
});

test('a stopped probe deletes its account before it exits', async () => {
  const variables = { ...process.env, ...settingsFor(well, gateway.url) };
  const command = spawn(process.execPath, ['scripts/run.mjs', 'doctor', '--without-site', '--probe'], {
    env: variables,
    stdio: 'pipe',
  });
  let output = '';
  command.stdout.on('data', (text) => {
    output += text;
  });
  let wasThere = false;
  gateway.alter(async ({ path }) => {
    if (path !== '/auth/v1/verify') return undefined;
    wasThere = await hasThrowAwayAccount(well);
    command.kill('SIGINT');
    await once(command, 'exit');
    return { status: 500 };
  });
  const [code] = await once(command, 'exit');
  expect([wasThere, code, output]).toEqual([true, 130, '']);
  expect(await hasThrowAwayAccount(well)).toBe(false);
});

test('a probe deletes the account of a killed probe, but not those of running probes or of users', async () => {
  const listed = '/auth/v1/admin/users?per_page=100';
  const auth = (path: string, init: RequestInit = {}) =>
    fetch(`${well.url}/auth/v1/admin/users${path}`, {
      ...init,
      headers: { apikey: well.secretKey, 'content-type': 'application/json' },
    });
  const make = async (app_metadata: object) => {
    const email = `doctor-${crypto.randomUUID()}@countersign.invalid`;
    const made = await auth('', { method: 'POST', body: JSON.stringify({ email, app_metadata }) });
    return ((await made.json()) as { id: string }).id;
  };
  const killed = await make({ doctor: true });
  const running = await make({ doctor: true });
  const foreign = await make({});
  const created_at = new Date(Date.now() - 11 * 60_000).toISOString();
  gateway.alter(async ({ path }, answer) => {
    if (!path.startsWith(listed)) return undefined;
    const { users } = (await answer()).body as { users: { id: string }[] };
    return { body: { users: users.map((user) => (user.id === running ? user : { ...user, created_at })) } };
  });
  await findByDoctor(settingsFor(well, gateway.url), ...project, '--probe');
  const statuses = [killed, running, foreign].map(async (id) => (await auth(`/${id}`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  for (const id of [running, foreign]) await auth(`/${id}`, { method: 'DELETE' });
});

test('reports an account that could not be deleted, and where to delete it', async () => {
  gateway.alter(({ method }) => (method === 'DELETE' ? { status: 500, body: {} } : undefined));
  const { found } = await findByDoctor(settingsFor(well, gateway.url), ...project, '--probe');
  expect(found['probe.removed']).toMatchObject({
    level: 'problem',
    what: expect.stringContaining('delete it in the Dashboard'),
  });
  expect(await hasThrowAwayAccount(well)).toBe(true);
});

test('reports wrong and swapped keys of the right format', async () => {
  const settings = settingsFor(well);
  const token = (claims: object) =>
    `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`;
  const look = async (change: object) =>
    (await findByDoctor({ ...settings, ...change }, ...project, '--probe')).found;
  const wrong = await look({
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_other',
    SUPABASE_SECRET_KEY: 'sb_secret_other',
  });
  expect(wrong['keys.public']?.what).toContain('SUPABASE_PUBLISHABLE_KEY is refused');
  expect(wrong['keys.secret']?.what).toContain('SUPABASE_SECRET_KEY is refused');
  expect(wrong['probe.account']?.what).toContain('nothing was tested');
  const others = await look({ SUPABASE_SECRET_KEY: token({ role: 'service_role', ref: 'abcdefgh' }) });
  expect(others['keys.secret']?.what).toContain('a key of the project abcdefgh');
  const own = await look({ SUPABASE_SECRET_KEY: token({ role: 'service_role', ref: '127' }) });
  expect(own['keys.secret']?.what).toContain('it is revoked, disabled, or');
  const swapped = await look({
    SUPABASE_PUBLISHABLE_KEY: token({ role: 'service_role' }),
    SUPABASE_SECRET_KEY: token({ role: 'anon' }),
  });
  expect(swapped['keys.public']?.what).toContain('is the key of the role service_role');
  expect(swapped['keys.secret']?.what).toContain('is the key of the role anon');
});

test('asks to fix a mistyped SITE_URL before any setting of the project', async () => {
  const nowhere = await startAlteringGateway(well.url);
  await nowhere.close();
  gateway.alter(async ({ path }, answer) =>
    // Auth accepts redirects to any port of localhost, but not to another port of another host.
    path.endsWith('/generate_link')
      ? { body: { ...((await answer()).body as object), redirect_to: siteUrl } }
      : undefined,
  );
  const settings = { ...settingsFor(well, gateway.url), SITE_URL: nowhere.url };
  const { code, found } = await findByDoctor(settings, '--probe');
  expect([code, found['site.reached']?.what]).toEqual([1, expect.stringContaining('nothing listens there')]);
  const ids = Object.keys(found);
  for (const id of ['passkeys.rp-id', 'probe.site-url', 'probe.redirects']) {
    expect(found[id]).toMatchObject({ level: 'problem', fix: expect.stringContaining('Fix that first') });
    expect(ids.indexOf(id)).toBeGreaterThan(ids.indexOf('site.reached'));
  }
});

test('never prints a key or a password', async () => {
  const settings = {
    ...settingsFor(well),
    SMTP_URL: 'smtp://us:very-secret@127.0.0.1:9',
    SUPABASE_SECRET_KEY: 'sb_secret_wrongkey',
  };
  const { output } = await runDoctor(settings, ...project);
  expect(output).toContain('No connection to the mail server 127.0.0.1:9');
  expect(output).not.toMatch(/very-secret|wrongkey/);
});

test('sends test emails by the site and by Auth, and leaves no account', async () => {
  const to = 'operator@example.test';
  const { found } = await findByDoctor(settingsFor(well), ...project, `--send-test-mail=${to}`);
  expect([found['test-mail.ours']?.level, found['test-mail.auth']?.level]).toEqual(['ok', 'ok']);
  const mails = await readLocalMailbox(`${well.url}/mailbox`, to);
  expect(mails.map(({ subject }) => subject)).toEqual(['Test email from Countersign', 'Your one-time code']);
  const again = await findByDoctor(settingsFor(well), ...project, `--send-test-mail=${to}`);
  expect(again.found['test-mail.auth']?.level).toBe('ok');
  const failing = await findByDoctor(settingsFor(ill), ...project, `--send-test-mail=${to}`);
  expect(failing.found['test-mail.auth']).toMatchObject({
    level: 'problem',
    self_hosted: expect.stringContaining('GOTRUE_SMTP'),
  });
});

test.each<
  [
    string,
    string,
    string,
    (body: { method?: string }) => { result?: string; status?: number; allowed?: string },
  ]
>([
  [
    'warning',
    'is for devnet, but SOLANA_CLUSTER is mainnet',
    'devnet',
    () => ({ result: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPkZBG' }),
  ],
  ['warning', 'refuses this site', 'refusal', () => ({ status: 403 })],
  [
    'warning',
    'does not allow requests',
    'no page',
    () => ({ result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', allowed: 'https://else.example' }),
  ],
])('a Solana server is a %s if it %s', async (level, words, _, answer) => {
  const server = createServer((_request, response) => {
    const { result, status = 200, allowed = '*' } = answer({});
    response.writeHead(status, { 'access-control-allow-origin': allowed });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const { port } = server.address() as AddressInfo;
    const { found } = await findByDoctor(
      { ...settingsFor(well), SOLANA_RPC_URL: `http://127.0.0.1:${port}` },
      ...project,
    );
    expect(found['solana.server']).toMatchObject({ level, what: expect.stringContaining(words) });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

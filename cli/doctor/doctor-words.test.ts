import { type Check, type Group, judge } from './check';
import { mail } from './checks/mail';
import { apps } from './checks/others';
import { clock, tokens } from './checks/project';
import { site } from './checks/site';
import { createContext } from './context';
import type { Finding } from './finding';
import { readConfiguration } from './read-configuration';
import { writeJson, writeText } from './report';
import { explainAway } from './site-health';
import { listedApp } from './testing/rounds';
import { runDoctor } from './testing/run-doctor';

const project = {
  supabaseUrl: 'https://abcdefgh.supabase.co',
  secretKey: 'sb_secret_test',
  publishableKey: 'sb_publishable_test',
  siteUrl: 'https://countersign.example',
  isEmbedded: false,
};

function makeContext(change: Record<string, string> = {}) {
  const variables = {
    SUPABASE_URL: project.supabaseUrl,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
    SUPABASE_SECRET_KEY: project.secretKey,
    SITE_URL: project.siteUrl,
    ...change,
  };
  return createContext({
    environment: readConfiguration(project, variables),
    variables,
    options: { probe: false, testMailTo: null, hasSite: true, as: 'text' },
    signal: new AbortController().signal,
  });
}

/** The last check with this ID, which sends a request. */
function find({ checks }: Group, id: string): Check {
  const found = checks.findLast((one) => one.id === id);
  if (!found) throw new Error(`There is no check ${id}.`);
  return found;
}

/** The finding of a check for an answer. @param change settings that differ */
const say = (group: Group, id: string, told: unknown, change?: Record<string, string>) =>
  judge(group.name, find(group, id), { ...makeContext(change), know: async <Told>() => told as Told });

test.each([
  [2, 'ok', 'agree on the time'],
  [-40, 'problem', "40 s behind the project's"],
  [3600, 'problem', "3600 s ahead of the project's"],
])('a clock that is %s s ahead is %s', async (ahead, level, words) => {
  expect(await say(clock, 'clock', ahead)).toMatchObject({ level, what: expect.stringContaining(words) });
});

test('cuts an issuer of a megabyte, and suggests no setting without an issuer', async () => {
  const issuer = 'x'.repeat(1_000_000);
  for (const [group, id] of [
    [site, 'site.issuer'],
    [tokens, 'tokens.issuer'],
  ] as const) {
    const found = await say(group, id, { status: 200, issuer });
    expect(JSON.stringify(found).length).toBeLessThan(2_000);
    expect(found).toMatchObject({ level: 'problem', what: expect.stringContaining('the issuer xxx') });
  }
  expect(await say(tokens, 'tokens.issuer', { issuer: '' })).toMatchObject({
    what: expect.stringContaining('no issuer'),
    site_variable: null,
  });
});

test.each([
  ['http://countersign.example', 'problem', 'uses http'],
  ['', 'problem', 'is not set'],
  ['http://localhost:3000', 'warning', 'is this machine'],
])('an address of "%s" is a %s', async (siteUrl, level, words) => {
  expect(await say(site, 'site.address', null, { SITE_URL: siteUrl })).toMatchObject({
    level,
    what: expect.stringContaining(words),
  });
});

test('accepts an https address', async () => {
  expect(await say(site, 'site.address', null)).toBeNull();
});

test.each([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'an authority unknown to this machine'],
  ['ENOTFOUND', 'host name could not be resolved'],
  ['TimeoutError', 'does not answer in time'],
  ['TooLarge', 'it is another site'],
  ['ECONNRESET', 'connection failed (ECONNRESET)'],
])('a site that fails with %s has its own sentence', (code, words) => {
  expect(explainAway(code, 'https://countersign.example').trouble).toContain(words);
});

test('names a private certificate authority as a cause, with how to trust it', () => {
  const fixOf = (code: string) => explainAway(code, 'https://countersign.example').fix;
  for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
    expect(fixOf(code)).toContain('NODE_EXTRA_CA_CERTS=');
  expect(fixOf('CERT_HAS_EXPIRED')).not.toContain('NODE_EXTRA');
});

test.each([
  ['EAUTH', 'user name or password in SMTP_URL is refused'],
  ['ESOCKET', 'No connection to the mail server mail.example (ESOCKET)'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'smtps:// for port 465'],
])('a mail server that fails with %s has its own sentence', async (code, words) => {
  const found = await say(mail, 'mail.server', code, { SMTP_URL: 'smtp://mail.example' });
  expect(found?.what).toContain(words);
});

test.each([
  [['--quick'], "Unknown option '--quick'"],
  [['now'], 'Unexpected argument'],
  [['--json', '--fix-sql'], 'not both'],
  [['--send-test-mail=ada'], 'needs one email address'],
  [['--send-test-mail=ada@a.example,bob@b.example'], 'needs one email address'],
])('refuses %s', async (args, words) => {
  const { code, output, errors } = await runDoctor({}, ...args);
  expect([code, `${output}${errors}`]).toEqual([3, expect.stringContaining(words)]);
});

const finding = (of: Partial<Finding>): Finding => ({
  id: 'a',
  check: 'First',
  level: 'ok',
  what: '',
  why: null,
  fix: null,
  dashboard: null,
  config_toml: null,
  self_hosted: null,
  site_variable: null,
  ...of,
});
const bad = finding({
  id: 'first.bad',
  level: 'problem',
  what: 'It is bad.',
  why: 'So.',
  dashboard: 'Authentication > Confirm email: on',
  config_toml: 'auth.email.enable_confirmations = true',
  self_hosted: 'GOTRUE_MAILER_AUTOCONFIRM=false',
});
const report = {
  project: 'https://p.example',
  site: 'https://s.example',
  findings: [
    bad,
    finding({ level: 'unknown', what: 'It is dark.', fix: 'Look.' }),
    finding({ check: 'Second', level: 'warning', what: 'It is odd.' }),
  ],
};

test('prints problems last, with all names of the setting, then a summary', () => {
  expect(writeText(report)).toBe(`Project  https://p.example
Site     https://s.example

Not checked
  First
    ? It is dark.
        How to check Look.

Warnings
  Second
    ! It is odd.

Problems
  First
    x It is bad.
        Why          So.
        Dashboard    Authentication > Confirm email: on
        config.toml  auth.email.enable_confirmations = true
        Self-hosted  GOTRUE_MAILER_AUTOCONFIRM=false

1 problem, 1 warning, 1 not checked.`);
});

test('wraps long sentences at column 100, indented', () => {
  const long = { ...bad, what: 'word '.repeat(40).trim(), why: 'reason '.repeat(30).trim() };
  const lines = writeText({ ...report, findings: [long] }).split('\n');
  expect(lines.every((line) => line.length <= 100)).toBe(true);
  expect(lines.filter((line) => /^ {6}word( word)*$/.test(line))).not.toEqual([]);
  expect(lines.filter((line) => /^ {21}reason( reason)*$/.test(line))).not.toEqual([]);
  expect(lines.join(' ').match(/word/g)).toHaveLength(40);
});

test('prints the same findings as JSON with stable fields', () => {
  const json = JSON.parse(writeJson(report, 1));
  expect(Object.keys(json)).toEqual(['format', 'project', 'site', 'exit_code', 'counts', 'findings']);
  expect(json).toMatchObject({
    format: 1,
    exit_code: 1,
    counts: { ok: 0, warning: 1, problem: 1, unknown: 1 },
  });
  expect(Object.keys(json.findings[0])).toEqual([
    ...['id', 'check', 'level', 'what', 'why', 'fix'],
    ...['dashboard', 'config_toml', 'self_hosted', 'site_variable'],
  ]);
});

test("lists apps that today's rules refuse, by the rules for whoever registered it", async () => {
  const context = makeContext({ SITE_NAME: 'Ada Banks', SITE_URL: 'https://adabanks.com' });
  const app = listedApp;
  const check = find(apps, 'apps');
  const judgeApps = async (...listed: object[]) => {
    const refused = await check.ask?.({ ...context, know: async <Told>() => listed as Told });
    return judge('Apps', check, { ...context, know: async <Told>() => refused as Told });
  };
  expect(await judgeApps()).toMatchObject({ id: 'apps', level: 'ok' });
  expect(await judgeApps(app)).toMatchObject({ level: 'ok' });
  const own = { ...app, redirect_uris: ['com.adabanks:/cb'], is_reviewed: true };
  expect(await judgeApps(own, { ...app, name: 'Ada Banks', is_first_party: true })).toMatchObject({
    level: 'ok',
  });
  const named = { ...app, name: 'Ada Barks' };
  const led = { ...app, client_id: 'app_other', redirect_uris: ['phantom.app:/cb'] };
  const finding = await judgeApps(app, named, led, { ...own, is_reviewed: false });
  expect(finding).toMatchObject({ id: 'apps', level: 'warning' });
  expect(finding?.what).toContain(
    '“Ada Barks” (app_0123456789abcdefghijklmn, com.example.gate:/cb); “Gate” (app_other, phantom.app:/cb); “Gate” (app_0123456789abcdefghijklmn, com.adabanks:/cb).',
  );
});

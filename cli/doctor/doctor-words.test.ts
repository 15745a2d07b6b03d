import { judgeApps } from './checks/apps';
import { compareClocks } from './checks/clock';
import { judgeAddresses } from './checks/database-address';
import { explainCode } from './checks/mail';
import { explainAway, judgeAddress, judgePicture } from './checks/site';
import { problem, unknown, warning } from './finding';
import { countLevels, writeJson } from './report';
import { settings } from './settings';
import { runDoctor } from './testing/run-doctor';
import { writeText } from './write-text';

const at = Date.parse('2026-11-22T12:00:00.500Z');
const clockAt = (date: string | null) =>
  compareClocks({ headers: new Headers(date === null ? {} : { date }), at });

test.each([
  ['Sun, 22 Nov 2026 12:00:00 GMT', 'ok', 'agree on the time'],
  ['Sun, 22 Nov 2026 12:00:10 GMT', 'warning', "10 s behind the project's"],
  ['Sun, 22 Nov 2026 11:59:50 GMT', 'warning', "10 s ahead of the project's"],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 'problem', "3600 s ahead of the project's"],
  [null, 'unknown', 'not in its response'],
])('a clock that says %s at noon is %s', (date, level, words) => {
  expect(clockAt(date)).toMatchObject({ level, what: expect.stringContaining(words) });
});

test.each([
  ['http://countersign.example', 'http://countersign.example', 'problem', 'uses http'],
  ['http://localhost:3000', undefined, 'problem', 'is not set'],
  ['http://localhost:3000', 'http://localhost:3000', 'warning', 'is this machine'],
])('an address of %s, given as %s, is a %s', (siteUrl, given, level, words) => {
  expect(judgeAddress(siteUrl, given, false)).toEqual([
    expect.objectContaining({ level, what: expect.stringContaining(words) }),
  ]);
});

test('an https address, and this machine with the local backend, are as they should be', () => {
  expect(judgeAddress('https://countersign.example', 'https://countersign.example', false)).toEqual([]);
  expect(judgeAddress('http://localhost:3000', undefined, true)).toEqual([]);
});

test("the server's picture is looked for where the command runs", () => {
  expect(judgePicture(undefined)).toEqual([]);
  expect(judgePicture('docs/README.md')).toMatchObject([{ level: 'problem', id: 'site.intro-picture' }]);
});

test.each([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'an authority unknown to this machine'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'an authority unknown to this machine'],
  ['ENOTFOUND', 'host name of https://countersign.example could not be resolved'],
  ['ECONNREFUSED', 'Nothing listens there'],
  ['TimeoutError', 'does not answer in time'],
  ['ECONNRESET', 'connection failed (ECONNRESET)'],
])('a site that fails with %s has a sentence of its own', (code, words) => {
  expect(explainAway('https://countersign.example', code)).toMatchObject({
    level: 'problem',
    what: expect.stringContaining(words),
  });
});

test("an authority of one's own is named as a reason, with how to make it known", () => {
  for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
    expect(explainAway('https://countersign.example', code).fix).toContain('NODE_EXTRA_CA_CERTS=');
  expect(explainAway('https://countersign.example', 'CERT_HAS_EXPIRED').fix).not.toContain('NODE_EXTRA');
});

test.each([
  ['EAUTH', 'refuses the user name or password'],
  ['ESOCKET', "can't be reached (ESOCKET)"],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'smtps:// for port 465'],
])('a mail server that fails with %s has a sentence of its own', (code, words) => {
  expect(explainCode('mail.example', code)).toContain(words);
});

test('a database with an IPv6 address only is warned of', () => {
  expect(judgeAddresses('db.example', [6])).toMatchObject({ level: 'warning' });
  expect(judgeAddresses('db.example', [6, 4])).toMatchObject({ level: 'ok' });
  expect(judgeAddresses('db.example', [])).toMatchObject({ level: 'problem' });
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

const groups = [
  {
    name: 'First',
    findings: [
      problem('first.bad', 'It is bad.', { why: 'So.', setting: settings.confirmEmail }),
      unknown('first.dark', 'It is dark.', { fix: 'Look.' }),
    ],
  },
  { name: 'Second', findings: [warning('second.odd', 'It is odd.')] },
];
const report = {
  project: 'https://p.example',
  site: 'https://s.example',
  groups,
  counts: countLevels(groups),
};

test('people read problems last, with the setting in all its names, and one line that sums up', () => {
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
        Dashboard    Authentication > Sign In / Providers > Confirm email: on
        config.toml  auth.email.enable_confirmations = true
        Self-hosted  GOTRUE_MAILER_AUTOCONFIRM=false

1 problem, 1 warning, 1 not checked.`);
});

test('long sentences end at column 100, and go on under their beginning', () => {
  const long = [
    {
      name: 'First',
      findings: [problem('first.long', 'word '.repeat(40).trim(), { why: 'reason '.repeat(30).trim() })],
    },
  ];
  const lines = writeText({ ...report, groups: long, counts: countLevels(long) }).split('\n');
  expect(lines.every((line) => line.length <= 100)).toBe(true);
  expect(lines.filter((line) => /^ {6}word( word)*$/.test(line))).not.toEqual([]);
  expect(lines.filter((line) => /^ {21}reason( reason)*$/.test(line))).not.toEqual([]);
  expect(lines.join(' ').match(/word/g)).toHaveLength(40);
});

test('scripts read the same as JSON, whose fields stay', () => {
  const json = JSON.parse(writeJson(report, 1));
  expect(Object.keys(json)).toEqual(['format', 'project', 'site', 'exit_code', 'counts', 'findings']);
  expect(json).toMatchObject({
    format: 1,
    exit_code: 1,
    counts: { ok: 0, warning: 1, problem: 1, unknown: 1 },
  });
  expect(json.findings[0]).toEqual({
    id: 'first.bad',
    check: 'First',
    level: 'problem',
    what: 'It is bad.',
    why: 'So.',
    fix: null,
    dashboard: 'Authentication > Sign In / Providers > Confirm email: on',
    config_toml: 'auth.email.enable_confirmations = true',
    self_hosted: 'GOTRUE_MAILER_AUTOCONFIRM=false',
    site_variable: null,
  });
});

test('an answer that goes on and on is somebody else, not a connection that fails', () => {
  expect(explainAway('https://countersign.example', 'TooLarge').what).toContain('it is another site');
});

test('apps that could not be registered today are listed, each by the rules of who registered it', () => {
  const site = { siteName: 'Ada Banks', siteUrl: 'https://adabanks.com', isLocal: false };
  const app = {
    client_id: 'app_0123456789abcdefghijklmn',
    name: 'Gate',
    redirect_uris: ['com.example.gate:/cb'],
    post_logout_redirect_uris: [],
    is_confidential: false,
    is_first_party: false,
    is_reviewed: false,
    id_token_alg: 'RS256',
    requires_pkce: true,
    created_at: '2026-11-22T12:00:00Z',
    disabled_at: null,
    secret_made_at: null,
    owner_code: '7F3K-2Q9D',
  };
  expect(judgeApps([], site)).toMatchObject([{ id: 'apps', level: 'ok' }]);
  expect(judgeApps([app], site)).toMatchObject([{ level: 'ok' }]);
  const own = { ...app, redirect_uris: ['com.adabanks:/cb'], is_reviewed: true };
  expect(judgeApps([own, { ...app, name: 'Ada Banks', is_first_party: true }], site)).toMatchObject([
    { level: 'ok' },
  ]);
  const named = { ...app, name: 'Ada Barks' };
  const led = { ...app, client_id: 'app_other', redirect_uris: ['phantom.app:/cb'] };
  const [finding] = judgeApps([app, named, led, { ...own, is_reviewed: false }], site);
  expect(finding).toMatchObject({ id: 'apps', level: 'warning' });
  expect(finding?.what).toContain(
    '“Ada Barks” (app_0123456789abcdefghijklmn, com.example.gate:/cb); “Gate” (app_other, phantom.app:/cb); “Gate” (app_0123456789abcdefghijklmn, com.adabanks:/cb).',
  );
});

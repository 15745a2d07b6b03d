import { globSync, readFileSync } from 'node:fs';
import { activityPath, notMePathOf, readActivityQuery, readEventId, spanOf } from '@/lib/activity/activity';
import { readSchemas } from '@/supabase/testing/read-schemas';
import { groupByDay } from './day-groups';
import { describeEvent, findRemedy } from './event-row';

const sql = readSchemas();
/** Every event that the database writes, from the rows of `countersign_private.event_kinds`. */
const kinds = [...sql.matchAll(/^ {2}\('([a-z_]+)', '\{/gm)].map(([, kind]) => kind ?? '');

it('says how a wallet was proven unless by a signed message, and ignores unknown methods', () => {
  const words = (method: string) => describeEvent('wallet_proven', 'Savings', { method });
  expect(words('sign_offchain_message')).toBe('Proved Savings by an off-chain message');
  expect(words('memo')).toBe('Proved Savings by a transaction that can never execute');
  for (const method of ['sign_message', 'toString', 'sign_later'])
    expect(words(method)).toBe('Proved Savings');
});

it('has a sentence for every event, with the wallet of those about one, and for every sign-in method', () => {
  expect(kinds).toEqual(expect.arrayContaining(['signed_in', 'wallet_removed', 'app_page_unshared']));
  for (const kind of kinds) {
    const words = describeEvent(kind, '7xKX…gAsU');
    expect(words).not.toContain('Another change');
    expect([kind, words.includes('7xKX…gAsU')]).toEqual([kind, /^(app_)?wallet_/.test(kind)]);
  }
  expect(describeEvent('signed_in', null, { method: 'github' })).toBe('Signed in with GitHub');
  expect(describeEvent('signed_in', null, { method: 'password', second_step: 'authenticator' })).toBe(
    'Signed in with the password and a code from an authenticator',
  );
  expect(describeEvent('signed_in_elsewhere', null, { method: 'github', second_step: 'toString' })).toBe(
    'Signed in with GitHub on a new device',
  );
  expect(describeEvent('sign_in_refused', null, { method: 'authenticator' })).toBe(
    'Failed sign-in: wrong authenticator code',
  );
  expect(describeEvent('signed_in', null, { method: '__proto__' })).toBe('Signed in another way');
});

it('shows a new name, and omits unknown details', () => {
  expect(describeEvent('account_renamed', null, { name: 'Zoe' })).toBe('Changed the display name to “Zoe”');
  expect(describeEvent('account_renamed', null, { name: '' })).toBe('Removed the display name');
  expect(describeEvent('account_renamed', null)).toBe('Changed the display name');
  const label = (details: { label?: string }) => describeEvent('wallet_label_changed', 'Savings', details);
  expect(label({ label: 'Cold' })).toBe('Changed the label of Savings to “Cold”');
  expect(label({ label: '' })).toBe('Removed the label of Savings');
  expect(label({})).toBe('Changed the label of Savings');
  expect(describeEvent('sign_in_refused', null, { method: 'constructor' })).toBe('Failed sign-in');
});

it("quotes an app's name, because its developer chose it", () => {
  const app = 'Wallet Gate';
  expect(describeEvent('app_allowed', null, { app })).toBe('Gave the app “Wallet Gate” access');
  expect(describeEvent('app_allowed', null, { app, host: 'gate.example' })).toBe(
    'Gave the app “Wallet Gate” (gate.example) access',
  );
  expect(describeEvent('app_ended', null, {})).toBe('An app lost access');
  expect(describeEvent('app_wallet_unshared', '7xKX…gAsU', { app })).toBe(
    'Stopped sharing 7xKX…gAsU with the app “Wallet Gate”',
  );
});

it('says that a move deleted the account that the wallet alone opened', () => {
  expect(describeEvent('wallet_moved_here', '7xKX…gAsU', { closed_account: 'yes' })).toBe(
    'Moved 7xKX…gAsU here, which deleted the account that only it opened',
  );
});

const circumstances = {
  hasPassword: true,
  hasDeveloperApps: true,
  supportUrl: 'https://help.example',
};
const remedyOf = (kind: string, details = {}, given = {}, hasWallet = true) =>
  findRemedy({ kind, address: 'A', hasWallet, details }, { ...circumstances, ...given });

it('leads each kind and method to a page that exists, with that section, and the rest to none', () => {
  const pages = new Map(
    globSync('app/{(signed-in),(signed-out)}/**/*.tsx').map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const methods = ['password', 'code', 'passkey', 'wallet', 'github', 'authenticator', 'email', 'web3'];
  for (const kind of kinds)
    for (const method of methods) {
      const href = remedyOf(kind, kind.startsWith('method') ? { means: method } : { method })?.href;
      if (!href?.startsWith('/')) continue;
      const { pathname, hash } = new URL(href, 'http://site');
      const parts = [...pages].filter(([file]) => /\)(.*)/.exec(file)?.[1]?.startsWith(`${pathname}/`));
      expect([kind, method, parts.some(([file]) => file.endsWith(`${pathname}/page.tsx`))]).toEqual([
        kind,
        method,
        true,
      ]);
      const hasSection = !hash || parts.some(([, text]) => text.includes(`id="${hash.slice(1)}"`));
      expect([kind, method, hasSection]).toEqual([kind, method, true]);
    }
  const none = kinds.filter((kind) => !remedyOf(kind));
  expect(none.sort()).toEqual(['account_exported', 'team_ended_sessions']);
});

it.each([
  ['signed_in', { method: 'password' }, '/security#password'],
  ['signed_in', { method: 'passkey' }, '/security#passkeys'],
  ['signed_in_elsewhere', { method: 'wallet' }, '/account#sign-in-methods'],
  ['signed_in', { method: 'github' }, '/account#sign-in-methods'],
  ['signed_in', { method: 'code' }, '/account#email'],
  ['email_changed', {}, 'https://help.example'],
  ['method_lost', { means: 'authenticator' }, '/security#two-step'],
  ['method_kept', { means: 'github' }, '/account#sign-in-methods'],
  ['passkey_removed', {}, '/security#passkeys'],
  ['wallet_published', {}, '/wallets/manage?address=A'],
  ['app_allowed', {}, '/apps'],
  ['app_ended', {}, undefined],
])('leads %s %j to what can end or undo it: %s', (kind, details, href) =>
  expect(remedyOf(kind, details)?.href).toBe(href),
);

it('leads to nothing that the account or the site lacks', () => {
  expect(remedyOf('signed_in', { method: 'password' }, { hasPassword: false })?.href).toBe(
    '/account#sign-in-methods',
  );
  expect(remedyOf('wallet_published', {}, {}, false)?.href).toBeUndefined();
  expect(remedyOf('app_registered', {}, { hasDeveloperApps: false })).toBeNull();
  expect(remedyOf('email_changed', {}, { supportUrl: null })?.href).toBeUndefined();
});

it('shows an unknown kind instead of hiding it', () => {
  expect(describeEvent('security_key_added', null)).toBe(
    'Another change to your account (security key added)',
  );
  expect(describeEvent('constructor', '7xKX…gAsU')).toContain('Another change');
});

it('shows that the team made a change, and the reason', () => {
  const details = { reason: 'You asked us to', siteName: 'Ada Bank' };
  expect(describeEvent('team_ended_sessions', null, details)).toBe(
    'The team of Ada Bank ended all sessions. Reason: You asked us to',
  );
  expect(describeEvent('team_removed_second_factor', null, details)).toBe(
    'The team of Ada Bank removed the second factor and ended all sessions. Reason: You asked us to',
  );
});

const days = (times: string[], now: string, zone: 'utc' | 'local') =>
  groupByDay(
    times.map((at) => ({ at })),
    now,
    zone,
  ).map(({ day, rows }) => `${day}: ${rows.length}`);

it('groups events by today, yesterday and date, and marks days of UTC', () => {
  const times = [
    '2026-11-22T00:00:00Z',
    '2026-11-21T23:59:59Z',
    '2026-11-21T00:00:00Z',
    '2026-11-20T12:00:00Z',
  ];
  expect(days(times, '2026-11-22T23:00:00Z', 'utc')).toEqual([
    'Today (UTC): 1',
    'Yesterday (UTC): 2',
    '20 Nov 2026: 1',
  ]);
});

it("uses the reader's midnight once their time zone is known", () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  expect(days([at(22, 0), at(21, 23), at(20, 23)], at(22, 1), 'local')).toEqual([
    'Today: 1',
    'Yesterday: 1',
    '20 Nov 2026: 1',
  ]);
});

it('finds yesterday across the end of a month, and after a night with an hour more or less', () => {
  expect(days(['2026-02-28T10:00:00Z'], '2026-03-01T00:10:00Z', 'utc')).toEqual(['Yesterday (UTC): 1']);
  for (const month of [2, 9])
    for (let day = 20; day <= 31; day++) {
      const now = new Date(2026, month, day, 0, 30).toISOString();
      const before = new Date(2026, month, day - 1, 23, 30).toISOString();
      expect(days([before], now, 'local')).toEqual(['Yesterday: 1']);
    }
});

const read = (given: Record<string, string | string[]>) => readActivityQuery(Promise.resolve(given));
const all = { show: 'all', from: undefined, to: undefined, zone: undefined, before: undefined };

test('a filter survives its own link, and each malformed part alone is ignored', async () => {
  const given = { show: 'apps', from: '2026-02-28', to: '2026-11-20', zone: 'Asia/Kolkata', before: '7' };
  const query = await read(given);
  expect(query).toEqual({ ...given, before: 7 });
  expect(activityPath(query)).toBe(
    '/activity?show=apps&from=2026-02-28&to=2026-11-20&zone=Asia%2FKolkata&before=7',
  );
  const malformed = ['x', '', '2026-02-30', '0000-01-01', '2026-11-20T00:00Z', "2026-11-20' or 1=1", '\0'];
  for (const part of ['show', 'from', 'to', 'zone', 'before'])
    for (const value of [...malformed, ['2026-11-20', 'apps'], '__proto__', '9'.repeat(20)])
      expect([part, value, await read({ [part]: value })]).toEqual([part, value, all]);
});

test('only the ID of an event gets into a link', () => {
  for (const id of ['0', '-1', '1e3', '//evil.example', '1&done=1', undefined])
    expect(notMePathOf(readEventId(id))).toBe('/activity/not-me');
  expect(notMePathOf(readEventId('42'))).toBe('/activity/not-me?entry=42');
});

test.each([
  ['UTC', undefined, '2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
  ['a day of 23 hours', 'Europe/Lisbon', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
  ['half an hour', 'Asia/Kolkata', '2026-03-28T18:30:00.000Z', '2026-03-29T18:30:00.000Z'],
  ['the far east', 'Pacific/Kiritimati', '2026-03-28T10:00:00.000Z', '2026-03-29T10:00:00.000Z'],
  ['the far west', 'Pacific/Pago_Pago', '2026-03-29T11:00:00.000Z', '2026-03-30T11:00:00.000Z'],
])("a day begins and ends at the zone's midnights: %s", (_, zone, since, until) => {
  expect(spanOf({ show: 'all', from: '2026-03-29', to: '2026-03-29', zone })).toEqual({ since, until });
});

test.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
])('a day whose midnight the clocks skip begins at one: %s', (zone, from, since) => {
  expect(spanOf({ show: 'all', from, zone })).toEqual({ since });
});

import { readSchemas } from '@/supabase/testing/read-schemas';
import { describeEvent } from './describe-event';

const sql = readSchemas();
/** Every wallet event that the database writes, from the rows of `countersign_private.event_kinds`. */
const kinds = [...sql.matchAll(/^ {2}\('(wallet_[a-z_]+)', '\{/gm)].map(([, kind]) => kind ?? '');

it('finds the kinds that the database writes', () => {
  expect(kinds).toEqual(expect.arrayContaining(['wallet_proven', 'wallet_removed', 'wallet_moved_away']));
});

it.each(kinds)('has a sentence for %s', (kind) => {
  const words = describeEvent(kind, '7xKX…gAsU');
  expect(words).toContain('7xKX…gAsU');
  expect(words).not.toContain('Another change');
});

const accountKinds = [...sql.matchAll(/^ {2}\('([a-z_]+)', '\{/gm)]
  .map(([, kind]) => kind ?? '')
  .filter((kind) => !kind.startsWith('wallet_'));

it('has a sentence for every account event, and for every sign-in method', () => {
  expect(accountKinds).toEqual(expect.arrayContaining(['signed_in', 'sign_in_refused', 'password_changed']));
  for (const kind of accountKinds) expect(describeEvent(kind, null)).not.toContain('Another change');
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
  expect(describeEvent('app_ended', null, {})).toBe('Access of an app ended');
  expect(describeEvent('app_wallet_unshared', '7xKX…gAsU', { app })).toBe(
    'Stopped sharing 7xKX…gAsU with the app “Wallet Gate”',
  );
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

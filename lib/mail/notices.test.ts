import '../testing/unreachable-project';
import { readSchemas } from '../../supabase/testing/read-schemas';
import { noticeWriters } from './notices';

const sql = readSchemas();
/** The kinds of events with an email, and the emails that a function queues itself. */
const kinds = [
  ...sql.matchAll(/^ {2}\('([a-z_]+)', '\{[^']*\}', true[,)]/gm),
  ...sql.matchAll(/queue_mail\([^']*, '([a-z_]+)'/g),
].map(([, kind]) => kind ?? '');

test('every email that the database queues has its text, and no text is unused', () => {
  expect(kinds).toEqual(expect.arrayContaining(['password_changed', 'wallet_moved_away', 'account_deleted']));
  expect([...new Set(kinds)].sort()).toEqual(Object.keys(noticeWriters).sort());
});

function write(kind: string, details: unknown) {
  const mail = noticeWriters[kind]?.(details, '2026-11-20T10:00:00Z');
  return {
    said: mail?.parts.map((one) => (typeof one === 'string' ? one : 'link' in one ? one.link : '')) ?? [],
  };
}

test('the email about a new app names it, and links to the pages that end its access and other sessions', () => {
  const { said } = write('app_allowed', {
    ...{ app: 'Wallet Gate', host: 'gate.example' },
    device: 'Firefox on Linux',
  });
  expect(said[0]).toContain(
    'from Firefox on Linux, the app “Wallet Gate” (gate. example) can see part of your',
  );
  expect(said).toContain('https://countersign.example/apps');
  expect(said).toContain('https://countersign.example/activity/not-me');
});

test('the email about a new authenticator mentions recovery codes, and theirs says whether they replaced others', () => {
  expect(write('factor_added', { name: 'Phone' }).said[0]).toContain("one of the account's recovery codes");
  const voided = 'The earlier ones no longer work';
  expect(write('recovery_codes_made', { replaced: 'yes' }).said[0]).toContain(voided);
  expect(write('recovery_codes_made', {}).said[0]).not.toContain(voided);
});

test('the email about a new passkey names it, without a link in its name', () => {
  expect(write('passkey_added', { name: 'iCloud Keychain 2' }).said[0]).toContain(
    'under the name “iCloud Keychain 2”. It can now be used to sign in',
  );
  expect(write('passkey_added', { name: 'evil.example' }).said.join(' ')).not.toContain('evil.example');
});

test.each(['app_allowed', 'app_token_reused', 'app_registered', 'app_secret_rotated'])(
  'in the email %s an app named like an address becomes no link',
  (kind) => {
    const { said } = write(kind, { app: 'login.evil.example' });
    expect(said[0]).toContain('“login. evil. example”');
    expect(said.join(' ')).not.toContain('evil.example');
  },
);

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

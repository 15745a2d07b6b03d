import { readSchemas } from '../../supabase/testing/read-schemas';
import { noticeWriters } from './notices';

const sql = readSchemas();
/** The kinds of events that send a mail, and those that a function puts into the outbox by itself. */
const kinds = [
  ...sql.matchAll(/^ {2}\('([a-z_]+)', '\{[^']*\}', true[,)]/gm),
  ...sql.matchAll(/queue_mail\([^']*, '([a-z_]+)'/g),
].map(([, kind]) => kind ?? '');

test('there are words for every mail that the database puts into the outbox, and for no other', () => {
  expect(kinds).toEqual(expect.arrayContaining(['password_changed', 'wallet_moved_away', 'account_deleted']));
  expect([...new Set(kinds)].sort()).toEqual(Object.keys(noticeWriters).sort());
});

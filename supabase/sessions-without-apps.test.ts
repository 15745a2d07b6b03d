import { startLocalSupabase } from 'local-supabase/testing';
import { signUpPerson } from './testing/person.ts';

describe('a session that an app got by way of Auth', () => {
  test('and a project whose Auth knows no apps yet has sessions as any other', async () => {
    const older = await startLocalSupabase({
      extraMigrations: {
        '20990101000000_older.sql': 'reset role; alter table auth.sessions drop column oauth_client_id;',
      },
    });
    try {
      const { client } = await signUpPerson(older);
      const { data } = await client.from('accounts').select('user_id');
      expect(data).toHaveLength(1);
    } finally {
      await older.stop();
    }
  });
});

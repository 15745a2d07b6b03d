import { execFileSync } from 'node:child_process';
import { needPrograms } from '../../programs/need-programs.ts';

test('of twenty registrations that come at the same moment one is left of the same app, and ten of others', () => {
  needPrograms({ initdb: 'postgresql', psql: 'postgresql-client' });
  const told = execFileSync(process.execPath, ['lab/deploy/testing/register-twenty-at-once.mjs'], {
    encoding: 'utf8',
    // Milliseconds. Jest's own limit can't end what blocks it.
    timeout: 300_000,
  });
  expect(JSON.parse(told)).toEqual({
    same: { registered: 1, 'app.registered_before': 19 },
    others: { registered: 10, 'app.too_many': 10 },
  });
});

import { execFileSync } from 'node:child_process';
import { needPrograms } from '../../programs/need-programs.ts';

test('what somebody is using is left for later, and of two that forget at once the second waits for nobody', () => {
  needPrograms({ initdb: 'postgresql', psql: 'postgresql-client' });
  const told = execFileSync(process.execPath, ['lab/deploy/testing/forget-two-at-once.mjs'], {
    encoding: 'utf8',
  });
  expect(JSON.parse(told)).toEqual({
    besideAnAttempt: expect.objectContaining({ rate_limits: 4, more: false }),
    first: expect.objectContaining({ rate_limits: 1 }),
    besideAnother: null,
    after: expect.objectContaining({ rate_limits: 0 }),
  });
});

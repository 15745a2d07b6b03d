import '../testing/unreachable-project';
import { makeRequestedEmail, recognizeRequestedEmail } from './requested-email';

const now = Date.parse('2026-11-20T10:00:00Z');
const hour = 60 * 60 * 1000;
const asked = makeRequestedEmail('ann@example.test', now);
const [id = '', endsAt = '', tag = ''] = asked.split('.');

test("accepts the mark as long as the email's code is valid, however the account is typed", () => {
  expect(recognizeRequestedEmail(asked, ' Ann@Example.test', now)).toBe(id);
  expect(recognizeRequestedEmail(asked, 'ann@example.test', now + hour - 1)).toBe(id);
  expect(recognizeRequestedEmail(asked, 'ann@example.test', now + hour)).toBeNull();
});

test("is different each time and doesn't contain the account", () => {
  expect(makeRequestedEmail('ann@example.test', now)).not.toBe(asked);
  expect(asked).toMatch(/^[\w-]{22}\.\d+\.[\w-]{22}$/);
});

test('gives no tries at another account, after the hour, or under another ID', () => {
  expect(recognizeRequestedEmail(asked, 'bob@example.test', now)).toBeNull();
  const [otherId] = makeRequestedEmail('ann@example.test', now + 1).split('.');
  for (const forged of [
    `${id}.${Number(endsAt) + hour}.${tag}`,
    `${otherId}.${endsAt}.${tag}`,
    `${asked}.more`,
    `${id}.${tag}`,
    `${id}.${endsAt}.`,
    '..',
    'é.é.é',
    '',
  ]) {
    expect(recognizeRequestedEmail(forged, 'ann@example.test', now)).toBeNull();
  }
  expect(recognizeRequestedEmail(undefined, 'ann@example.test', now)).toBeNull();
});

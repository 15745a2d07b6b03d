import '../testing/unreachable-project';
import {
  makeRequestedEmail,
  recognizeKnownBrowser,
  recognizeRequestedEmail,
  rememberAccount,
} from './read-subject';

const ann = rememberAccount(undefined, 'ann@example.test');

test("doesn't contain the account", () => {
  expect(ann).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
  expect(rememberAccount(undefined, 'ann@example.test')).not.toBe(ann);
});

test("refuses one browser's mark under the ID of another", () => {
  const [, tag = ''] = ann.split('.');
  const [otherId = ''] = rememberAccount(undefined, 'eve@example.test').split('.');
  expect(recognizeKnownBrowser(`${otherId}.${tag}`, 'ann@example.test')).toBeNull();
});

test('keeps its ID and at most ten accounts, each once', () => {
  const names = Array.from({ length: 12 }, (_, index) => `person-${index}@example.test`);
  const crowded = [...names, ...names].reduce<string | undefined>(rememberAccount, ann) ?? '';
  expect(crowded.split('.')).toHaveLength(11);
  expect(recognizeKnownBrowser(crowded, 'person-11@example.test')).toBe(ann.split('.')[0]);
  expect(recognizeKnownBrowser(crowded, 'person-2@example.test')).toBe(ann.split('.')[0]);
  expect(recognizeKnownBrowser(crowded, 'ann@example.test')).toBeNull();
});

test('replaces a malformed cookie', () => {
  for (const garbage of ['', 'x', 'a.b.c', `${'A'.repeat(22)}.short`, 'x'.repeat(5000)]) {
    const begun = rememberAccount(garbage, 'ann@example.test');
    expect(begun).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
    expect(recognizeKnownBrowser(begun, 'ann@example.test')).not.toBeNull();
  }
});

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
  const later = `${id}.${Number(endsAt) + hour}.${tag}`;
  for (const forged of [later, `${otherId}.${endsAt}.${tag}`, `${asked}.more`, '', undefined])
    expect(recognizeRequestedEmail(forged, 'ann@example.test', now)).toBeNull();
});

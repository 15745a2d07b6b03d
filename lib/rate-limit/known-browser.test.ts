import '../testing/unreachable-project';
import { recognizeKnownBrowser, rememberAccount } from './known-browser';

const ann = rememberAccount(undefined, 'ann@example.test');

test('knows the account that signed in, however it is typed, and no other', () => {
  expect(recognizeKnownBrowser(ann, ' Ann@Example.test')).toBe(ann.split('.')[0]);
  expect(recognizeKnownBrowser(ann, 'bob@example.test')).toBeNull();
  expect(recognizeKnownBrowser(undefined, 'ann@example.test')).toBeNull();
});

test("doesn't contain the account", () => {
  expect(ann).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
  expect(rememberAccount(undefined, 'ann@example.test')).not.toBe(ann);
});

test("refuses one browser's mark under the ID of another", () => {
  const [id = '', tag = ''] = ann.split('.');
  const [otherId = ''] = rememberAccount(undefined, 'eve@example.test').split('.');
  for (const forged of [
    `${otherId}.${tag}`,
    id,
    `${id}.`,
    `${id}.${'A'.repeat(22)}`,
    `.${tag}`,
    '..',
    'é.é',
  ]) {
    expect(recognizeKnownBrowser(forged, 'ann@example.test')).toBeNull();
  }
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

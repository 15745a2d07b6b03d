import { dropValues, type FormPlace, keepValues, type TabStorage, takeValues } from './draft-values';

function makeStorage(): TabStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const place: FormPlace = { path: '/wallets?page=2', form: '#walletId=1&label', account: 'ann' };
const typed = { label: 'Savings' };

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }));
afterEach(() => jest.useRealTimers());

test('returns kept values once', () => {
  const storage = makeStorage();
  keepValues(storage, place, typed);
  expect(takeValues(storage, place)).toEqual(typed);
  expect(takeValues(storage, place)).toBeNull();
  expect(storage.length).toBe(0);
});

test('returns nothing to another form, page or account, and drops the values for another account', () => {
  const storage = makeStorage();
  keepValues(storage, place, typed);
  expect(takeValues(storage, { ...place, form: '#walletId=2&label' })).toBeNull();
  expect(takeValues(storage, { ...place, path: '/wallets' })).toBeNull();
  expect(takeValues(storage, { ...place, account: 'bob' })).toBeNull();
  expect(takeValues(storage, place)).toBeNull();
});

test('drops values after an hour', () => {
  const storage = makeStorage();
  keepValues(storage, place, typed);
  jest.advanceTimersByTime(60 * 60 * 1000);
  expect(takeValues(storage, place)).toBeNull();
});

test('sign-out drops all kept values, and no other keys', () => {
  const storage = makeStorage();
  storage.setItem('another.key', 'stays');
  keepValues(storage, place, typed);
  keepValues(storage, { ...place, form: '#walletId=2&label' }, typed);
  dropValues(storage);
  expect([...storage.entries]).toEqual([['another.key', 'stays']]);
});

import { dropKeptForms, type FormPlace, keepValues, takeValues } from './draft-values';

const entries = new Map<string, string>();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  },
});

const place: FormPlace = { path: '/wallets?page=2', form: '#walletId=1&label', account: 'ann' };
const typed = { label: 'Savings' };

beforeEach(() => {
  entries.clear();
  jest.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') });
});
afterEach(() => jest.useRealTimers());

test('returns kept values once', () => {
  keepValues(place, typed);
  expect(takeValues(place)).toEqual(typed);
  expect(takeValues(place)).toBeNull();
  expect(entries.size).toBe(0);
});

test('returns nothing to another form, page or account, and drops the values for another account', () => {
  keepValues(place, typed);
  expect(takeValues({ ...place, form: '#walletId=2&label' })).toBeNull();
  expect(takeValues({ ...place, path: '/wallets' })).toBeNull();
  expect(takeValues({ ...place, account: 'bob' })).toBeNull();
  expect(takeValues(place)).toBeNull();
});

test('drops values after an hour', () => {
  keepValues(place, typed);
  jest.advanceTimersByTime(60 * 60 * 1000);
  expect(takeValues(place)).toBeNull();
});

test('sign-out drops all kept values, and no other keys', () => {
  entries.set('another.key', 'stays');
  keepValues(place, typed);
  keepValues({ ...place, form: '#walletId=2&label' }, typed);
  dropKeptForms();
  expect([...entries]).toEqual([['another.key', 'stays']]);
});

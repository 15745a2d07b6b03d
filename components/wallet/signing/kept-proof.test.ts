import { dropValues } from '@/components/ui/draft-values';
import { keepProof, takeProof } from './kept-proof';

const wanted = { name: 'prove', address: 'A', method: 'sign_in' } as const;
const stored = new Map<string, string>();
const dataset: { account?: string } = {};
beforeEach(() => {
  stored.clear();
  dataset.account = 'ann';
  Object.assign(globalThis, {
    document: { documentElement: { dataset } },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
      key: (index: number) => [...stored.keys()][index] ?? null,
      get length() {
        return stored.size;
      },
    },
  });
});
afterEach(() => jest.useRealTimers());

it('goes on with a proof once', () => {
  keepProof(wanted);
  expect(takeProof()).toMatchObject({ purpose: 'prove', address: 'A', method: 'sign_in' });
  expect(takeProof()).toBeNull();
});

it('goes on for no other account, and not for the first one after that', () => {
  keepProof(wanted);
  dataset.account = 'bob';
  expect(takeProof()).toBeNull();
  dataset.account = 'ann';
  expect(takeProof()).toBeNull();
});

it('goes on for nobody where no account is known', () => {
  delete dataset.account;
  keepProof(wanted);
  expect(stored.size).toBe(0);
});

it('is gone once the account has signed out', () => {
  keepProof(wanted);
  dropValues(sessionStorage);
  expect(stored.size).toBe(0);
});

it('goes on with nothing that is older than a quarter of an hour', () => {
  jest.useFakeTimers();
  keepProof(wanted);
  jest.advanceTimersByTime(15 * 60_000);
  expect(takeProof()).toBeNull();
});

it('keeps no signature that proves nothing, and none that is for any wallet', () => {
  keepProof({ ...wanted, name: 'confirm' });
  keepProof({ ...wanted, name: 'sign-in-or-up' });
  keepProof({ ...wanted, address: null });
  expect(stored.size).toBe(0);
});

it('begins anew where storage is blocked, or holds something else', () => {
  stored.set('countersign.kept:proof', '<no JSON>');
  expect(takeProof()).toBeNull();
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  Object.assign(globalThis, { sessionStorage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  keepProof(wanted);
  expect(takeProof()).toBeNull();
});

import { dropKeptForms } from '@/components/ui/draft-values';
import { keepProof, takeProof } from './proving-purposes';

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

it('continues a proof once', () => {
  keepProof(wanted);
  expect(takeProof()).toMatchObject({ purpose: 'prove', address: 'A', method: 'sign_in' });
  expect(takeProof()).toBeNull();
});

it('continues for no other account, nor for the first one afterwards', () => {
  keepProof(wanted);
  dataset.account = 'bob';
  expect(takeProof()).toBeNull();
  dataset.account = 'ann';
  expect(takeProof()).toBeNull();
});

it('keeps nothing without a known account', () => {
  delete dataset.account;
  keepProof(wanted);
  expect(stored.size).toBe(0);
});

it('is gone after a sign-out', () => {
  keepProof(wanted);
  dropKeptForms();
  expect(stored.size).toBe(0);
});

it('drops a proof older than a quarter of an hour', () => {
  jest.useFakeTimers();
  keepProof(wanted);
  jest.advanceTimersByTime(15 * 60_000);
  expect(takeProof()).toBeNull();
});

it('goes on with no deletion: its offer has to be signed for anew', () => {
  keepProof({ ...wanted, name: 'move-and-delete' });
  expect(takeProof()).toMatchObject({ purpose: 'prove', address: 'A' });
});

it('keeps no signature that proves nothing or has no fixed address', () => {
  keepProof({ ...wanted, name: 'confirm' });
  keepProof({ ...wanted, name: 'sign-in-or-up' });
  keepProof({ ...wanted, address: null });
  expect(stored.size).toBe(0);
});

it('returns null if storage is blocked or holds other content', () => {
  stored.set('countersign.kept:proof', '<no JSON>');
  expect(takeProof()).toBeNull();
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  Object.assign(globalThis, { sessionStorage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  keepProof(wanted);
  expect(takeProof()).toBeNull();
});

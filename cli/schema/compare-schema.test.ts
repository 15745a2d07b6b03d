import { compareSchema, isSame } from './compare-schema';

const expected = { objects: { 'table countersign.wallets': 'a', 'index countersign.wallets_pkey': 'b' } };

test('lists missing, changed and extra objects, each sorted', () => {
  const found = {
    objects: {
      'index countersign.wallets_pkey': 'c',
      'table countersign.z': 'd',
      'table countersign.y': 'e',
    },
  };
  expect(compareSchema(expected, found)).toEqual({
    missing: ['table countersign.wallets'],
    changed: ['index countersign.wallets_pkey'],
    extra: ['table countersign.y', 'table countersign.z'],
  });
});

test('ignores the order of objects', () => {
  const found = { objects: Object.fromEntries(Object.entries(expected.objects).reverse()) };
  expect(isSame(compareSchema(expected, found))).toBe(true);
  expect(isSame(compareSchema(expected, { objects: {} }))).toBe(false);
});

test('reports a missing object that has the name of a property of Object', () => {
  expect(compareSchema({ objects: { constructor: 'a' } }, { objects: {} }).missing).toEqual(['constructor']);
});

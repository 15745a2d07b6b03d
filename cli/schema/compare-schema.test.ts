import { compareSchema, isSame } from './compare-schema';

const expected = { objects: { 'table countersign.wallets': 'a', 'index countersign.wallets_pkey': 'b' } };

test('names what is missing, what was changed and what nobody expects, each in order', () => {
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

test('the same objects are the same, in whatever order they come', () => {
  const found = { objects: Object.fromEntries(Object.entries(expected.objects).reverse()) };
  expect(isSame(compareSchema(expected, found))).toBe(true);
  expect(isSame(compareSchema(expected, { objects: {} }))).toBe(false);
});

test('an object called like a property of every JavaScript object is missed all the same', () => {
  expect(compareSchema({ objects: { constructor: 'a' } }, { objects: {} }).missing).toEqual(['constructor']);
});

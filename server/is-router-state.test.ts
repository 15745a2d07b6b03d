import { createRequire } from 'node:module';
import { fc, runs } from '../lib/testing/properties';
import { isRouterState } from './is-router-state';

const require = createRequire(__filename);
const next = require('next/dist/server/app-render/parse-and-validate-flight-router-state');

function canNextRead(header: string): boolean {
  try {
    next.parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

const segment = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    'wallets',
    '__PAGE__',
    null,
    5,
    ['id', 'x', 'd', null],
    ['id', 'x', 'oc', ['a']],
  ),
  fc.constantFrom<unknown>(
    ['id', 'x', 'd'],
    ['id', 'x', 'z', null],
    ['id', 'x', 'd', [1]],
    ['id', 'x', 'd', null, 1],
  ),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: false },
    fc.tuple(segment, fc.constant({})),
    fc
      .tuple(
        segment,
        fc.dictionary(fc.constantFrom('children', 'modal', '__proto__', 'constructor'), tie('tree')),
        fc.array(
          fc.constantFrom<unknown>(null, ['/a', '?b'], ['/a'], 'refetch', 'metadata-only', 'x', 0, 31, 'id'),
          { maxLength: 5 },
        ),
      )
      .map(([of, children, more]) => [of, children, ...more]),
    fc.tuple(segment, tie('tree')).map(([of, child]) => [of, { children: child }, null, null, 16, 'id']),
    fc.constantFrom<unknown>(
      [],
      [''],
      ['', []],
      ['', null],
      {},
      null,
      'x',
      ['', { children: 5 }],
      [null, {}],
    ),
  ),
}));

test('a state of the router is one exactly where Next.js can read it', () => {
  let read = 0;
  fc.assert(
    fc.property(tree, (state) => {
      const header = encodeURIComponent(JSON.stringify(state));
      if (canNextRead(header)) read += 1;
      expect([header, isRouterState(header)]).toEqual([header, canNextRead(header)]);
    }),
    runs(3000),
  );
  expect(read).toBeGreaterThan(300);
});

test.each([
  '',
  'x',
  '%',
  '%ff',
  '[',
  '["",{}]',
  '["",{}],["",{}]',
  '%5B%22%22%2C%7B%22__proto__%22%3A5%7D%5D',
])('the header %s is read as Next.js reads it', (header) =>
  expect(isRouterState(header)).toBe(canNextRead(header)),
);

test('however deep it goes', () => {
  const deep = encodeURIComponent(`${'["",{"a":'.repeat(700)}["",{}]${'}]'.repeat(700)}`);
  expect([isRouterState(deep), canNextRead(deep)]).toEqual([true, true]);
});

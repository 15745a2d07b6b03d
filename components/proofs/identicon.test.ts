import { drawAddress } from './identicon';

const addresses = Array.from(
  { length: 2000 },
  (_, index) => `${index}7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2`,
);

it('draws an address the same every time', () => {
  expect(drawAddress('7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2')).toEqual(
    drawAddress('7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2'),
  );
});

it('draws nearly every address differently, and none empty, green or red', () => {
  const drawn = addresses.map(drawAddress);
  expect(new Set(drawn.map(({ colour, path }) => colour + path)).size).toBeGreaterThan(1980);
  expect(drawn.filter(({ path }) => path === '')).toEqual([]);
  expect([...new Set(drawn.map(({ colour }) => colour))].sort()).toEqual([
    'text-blue',
    'text-ink',
    'text-muted',
    'text-warning',
  ]);
});

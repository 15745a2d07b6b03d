import { needPrograms } from './need-programs.ts';

test('says where a program is', () => {
  expect(needPrograms({ sh: 'dash' }).sh).toMatch(/\/sh$/);
});

test('fails with one line that says how to get what is missing', () => {
  expect(() => needPrograms({ sh: 'dash', 'no-such-program': 'its-package' })).toThrow(
    /^This test needs no-such-program\. On Debian: apt-get install its-package$/,
  );
});

import { isInstalled } from './install-dependencies.ts';

const next = { version: '16.0.0', integrity: 'sha512-a' };
const forOtherPlatform = { version: '1.0.0', integrity: 'sha512-b', optional: true };
const locked = {
  packages: { '': {}, 'node_modules/next': next, 'node_modules/swc-win32': forOtherPlatform },
};

test('is content without the optional packages of other platforms', () => {
  expect(isInstalled(locked, { packages: { 'node_modules/next': next } })).toBe(true);
});

test('is content without what npm calls extraneous and never installs', () => {
  const packages = { ...locked.packages, 'node_modules/left-over': { ...next, extraneous: true } };
  expect(isInstalled({ packages }, { packages: { 'node_modules/next': next } })).toBe(true);
});

test('installs when a needed package is absent', () => {
  expect(isInstalled(locked, { packages: {} })).toBe(false);
  expect(isInstalled(locked, {})).toBe(false);
});

test.each([{ version: '16.0.1' }, { integrity: 'sha512-other' }])(
  'installs when a package differs: %p',
  (difference) => {
    expect(isInstalled(locked, { packages: { 'node_modules/next': { ...next, ...difference } } })).toBe(
      false,
    );
  },
);

test('installs when a package is there that should not be', () => {
  const packages = { 'node_modules/next': next, 'node_modules/removed': next };
  expect(isInstalled(locked, { packages })).toBe(false);
});

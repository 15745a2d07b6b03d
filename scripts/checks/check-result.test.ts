import { formatBuilds, formatTotal } from './check-result.ts';

const types = { name: 'Types', passed: 1, failed: 0, seconds: 1.25, output: '' };
const tests = { name: 'Unit tests', passed: 40, failed: 2, seconds: 12, output: '' };

test('adds up all parts', () => {
  expect(formatTotal([types, tests])).toBe('41 passed, 2 failed');
});

test('says how many builds a run took, where there was one', () => {
  expect(formatBuilds(300, 25)).toBe('12.0 builds: 300 s, and a build takes 25 s.');
  expect(formatBuilds(300, undefined)).toBe('300 s. No build here to compare it with.');
});

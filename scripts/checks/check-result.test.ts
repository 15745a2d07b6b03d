import { formatResults, formatTotal } from './check-result.ts';

const types = { name: 'Types', passed: 1, failed: 0, seconds: 1.25, output: '' };
const tests = { name: 'Unit tests', passed: 40, failed: 2, seconds: 12, output: '' };

test('adds up all parts', () => {
  expect(formatTotal([types, tests])).toBe('41 passed, 2 failed');
});

test('names every part with its outcome', () => {
  const [first, second] = formatResults([types, tests]).split('\n');
  expect(first).toMatch(/^ {2}Types {7}1 passed +1\.3 s$/);
  expect(second).toMatch(/^ {2}Unit tests {2}2 failed, 40 passed +12\.0 s$/);
});

import { compareSurvivors, type Report, type Survivor } from './compare-survivors';

const source = 'if (a) {\n  b();\n}\nif (a) c();\n';
const at = (line: number, column: number, endLine: number, endColumn: number) => ({
  start: { line, column },
  end: { line: endLine, column: endColumn },
});
const block = { mutatorName: 'BlockStatement', replacement: '{}', location: at(1, 8, 3, 2) };
const condition = { mutatorName: 'ConditionalExpression', replacement: 'true', location: at(1, 5, 1, 6) };
const other = { ...condition, location: at(4, 5, 4, 6) };

const report = (...mutants: Report['files'][string]['mutants']): Report => ({
  files: { 'lib/a.ts': { source, mutants } },
});
const explained = (mutant: Partial<Survivor> = {}): Survivor => ({
  ...{
    file: 'lib/a.ts',
    mutator: 'ConditionalExpression',
    from: 'a',
    to: 'true',
    reason: 'a is always true',
  },
  ...mutant,
});
const named = ({ reason: _, ...mutant }: Survivor) => mutant;

test('an unnoticed change fails until it is explained, by its text and not by its line', () => {
  const found = report({ ...condition, status: 'Survived' }, { ...block, status: 'NoCoverage' });
  const inBlock = explained({ mutator: 'BlockStatement', from: '{ b(); }', to: '{}' });
  expect(compareSurvivors(found, []).unexplained).toEqual([named(explained()), named(inBlock)]);
  expect(compareSurvivors(found, [explained(), inBlock])).toMatchObject({ unexplained: [], outdated: [] });
});

test('one explanation covers one change: the same change elsewhere needs another', () => {
  const found = report({ ...condition, status: 'Survived' }, { ...other, status: 'Survived' });
  expect(compareSurvivors(found, [explained()]).unexplained).toEqual([named(explained())]);
  expect(compareSurvivors(found, [explained(), explained()]).unexplained).toEqual([]);
});

test('an explained change that a test now notices fails too, unless its file was not tested', () => {
  const found = report({ ...condition, status: 'Killed' });
  const elsewhere = explained({ file: 'lib/b.ts' });
  expect(compareSurvivors(found, [explained(), elsewhere]).outdated).toEqual([explained()]);
});

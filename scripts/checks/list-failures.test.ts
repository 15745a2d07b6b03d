import { inProject } from '../project-folder.ts';
import { formatFailures, listFailedBrowserTests, listFailedUnitTests } from './list-failures.ts';

test('names each unit test that failed, a file that cannot be loaded, and how to run it alone', () => {
  const assertion = (fullName: string, status = 'failed') => ({ fullName, status });
  const failed = listFailedUnitTests({
    testResults: [
      {
        name: inProject('lib/fine.test.ts'),
        status: 'passed',
        assertionResults: [assertion('works', 'passed')],
      },
      {
        name: inProject('lib/env.test.ts'),
        status: 'failed',
        assertionResults: [assertion('holds', 'passed'), assertion(`refuses ${'a'.repeat(5000)}`)],
      },
      { name: inProject('lib/broken.test.ts'), status: 'failed', assertionResults: [] },
    ],
  });
  const text = formatFailures(failed);
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    expect.stringMatching(/^lib\/env\.test\.ts › refuses a{100,200}…$/),
    'npm run test:unit -- lib/env.test.ts',
    "lib/broken.test.ts can't be loaded",
    'npm run test:unit -- lib/broken.test.ts',
    '',
  ]);
});

test('names each browser test that failed, its picture, and how to run it on its screen', () => {
  const run = (projectName: string, status: string) => ({
    projectName,
    status,
    results: [
      {
        attachments: [
          { name: 'screenshot', path: inProject('test-results/a/test-failed-1.png') },
          { name: 'error-context', path: inProject('test-results/a/error-context.md') },
        ],
      },
    ],
  });
  const spec = { title: 'shares it', file: 'sharing.spec.ts', line: 17 };
  const report = {
    config: { rootDir: inProject('e2e') },
    suites: [
      {
        specs: [{ ...spec, tests: [run('desktop', 'expected')] }],
        suites: [{ specs: [{ ...spec, tests: [run('phone', 'unexpected'), run('desktop', 'skipped')] }] }],
      },
    ],
  };
  expect(formatFailures(listFailedBrowserTests(report, 'test:e2e'))).toBe(
    [
      '  e2e/sharing.spec.ts:17 › shares it (phone)',
      '    test-results/a/test-failed-1.png',
      '    npm run test:e2e -- e2e/sharing.spec.ts:17 --project=phone',
      '',
    ].join('\n'),
  );
});

test('says nothing where nothing failed', () => {
  expect(formatFailures([])).toBe('');
});

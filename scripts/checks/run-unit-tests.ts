import { join } from 'node:path';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import type { CheckResult } from './check-result.ts';
import { runCheck } from './run-check.ts';

/**
 * Runs Jest.
 * @param scratchFolder where it may leave its report
 */
export function runUnitTests(scratchFolder: string): Promise<CheckResult> {
  const reportFile = join(scratchFolder, 'jest.json');
  return runCheck({
    name: 'Unit tests',
    nodeArguments: [
      inProject('node_modules/jest/bin/jest.js'),
      '--ci',
      '--json',
      `--outputFile=${reportFile}`,
    ],
    environment: { ...withoutConfiguration(process.env), NODE_ENV: 'test' },
    report: { file: reportFile, count: countJestTests },
  });
}

/** A file that cannot be loaded has no tests of its own to count. */
function countJestTests(report: unknown): { passed: number; failed: number } {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = report as Record<string, number>;
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + (numRuntimeErrorTestSuites ?? 0) };
}

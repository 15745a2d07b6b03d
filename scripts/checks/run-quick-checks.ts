import { join } from 'node:path';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';
import type { CheckResult } from './check-result.ts';
import { runCheck } from './run-check.ts';

/**
 * Lint and types side by side, since each leaves a core idle, then the unit tests.
 * @param scratchFolder where Jest may leave its report
 */
export async function runQuickChecks(scratchFolder: string): Promise<CheckResult[]> {
  const [lint, types] = await Promise.all([
    runCheck({
      name: 'Lint and format',
      nodeArguments: [inProject('node_modules/@biomejs/biome/bin/biome'), 'check'],
    }),
    runCheck({ name: 'Types', nodeArguments: [inProject('node_modules/typescript/bin/tsc'), '--noEmit'] }),
  ]);
  const reportFile = join(scratchFolder, 'jest.json');
  const unitTests = await runCheck({
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
  return [lint, types, unitTests];
}

/** A file that cannot be loaded has no tests of its own to count. */
function countJestTests(report: unknown): { passed: number; failed: number } {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = report as Record<string, number>;
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + (numRuntimeErrorTestSuites ?? 0) };
}

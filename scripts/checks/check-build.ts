import { buildApp } from '../prepare/build-app.ts';
import { PlainFailure } from '../process/plain-failure.ts';
import type { CheckResult } from './check-result.ts';

/** The production build as one of the checks. */
export async function checkBuild(buildFolder: string, stopping: AbortSignal): Promise<CheckResult> {
  const startedAt = Date.now();
  const describe = (failed: 0 | 1, output: string): CheckResult => ({
    name: 'Production build',
    passed: 1 - failed,
    failed,
    seconds: (Date.now() - startedAt) / 1000,
    output,
  });
  try {
    await buildApp(buildFolder, stopping);
    return describe(0, '');
  } catch (error) {
    if (error instanceof PlainFailure) return describe(1, error.message);
    throw error;
  }
}

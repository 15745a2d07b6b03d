import { existsSync, readFileSync } from 'node:fs';
import { startProcess, type Variables } from '../process/start-process.ts';
import { type CheckResult, isGood } from './check-result.ts';

export type TestCounts = Pick<CheckResult, 'passed' | 'failed' | 'browser' | 'failures'>;

type Check = {
  name: string;
  nodeArguments: string[];
  environment?: Variables;
  output?: 'captured' | 'terminal';
  stopSignal?: NodeJS.Signals;
  /** For a test runner: the JSON report it writes, and how to count in it. */
  report?: { file: string; count: (report: unknown) => TestCounts };
};

/** Runs one check to its end. A failure is a result, never an exception. */
export async function runCheck({ report, ...check }: Check): Promise<CheckResult> {
  const startedAt = Date.now();
  const process = startProcess(check);
  const { code } = await process.ended;
  const counts =
    report && existsSync(report.file) ? report.count(readReport(report.file)) : { passed: 0, failed: 0 };
  const result = {
    name: check.name,
    ...counts,
    seconds: (Date.now() - startedAt) / 1000,
    output: process.output(),
  };
  // Without a report, or when the runner itself broke, only the exit code counts.
  if (!report) return { ...result, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  return code !== 0 && isGood(result) ? { ...result, failed: 1 } : result;
}

function readReport(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

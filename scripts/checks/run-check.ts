import { existsSync, readFileSync } from 'node:fs';
import { startProcess, type Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { type CheckResult, isGood } from './check-result.ts';

export type TestCounts = Pick<CheckResult, 'passed' | 'failed' | 'browser'>;

type Check = {
  name: string;
  nodeArguments: string[];
  environment?: Variables;
  output?: 'captured' | 'terminal';
  stopSignal?: NodeJS.Signals;
  /** For a test runner: its JSON report, and how to count tests in it. */
  report?: { file: string; count: (report: unknown) => TestCounts };
};

/** Runs a check until it exits. A failure is a result, never an exception. */
export async function runCheck({ report, ...check }: Check): Promise<CheckResult> {
  const startedAt = Date.now();
  const process = startProcess(check);
  const { code } = await process.ended;
  const counts =
    report && existsSync(report.file) ? report.count(readJson(report.file)) : { passed: 0, failed: 0 };
  const result = {
    name: check.name,
    ...counts,
    seconds: (Date.now() - startedAt) / 1000,
    output: process.output(),
  };
  // Without a report, or after a crash of the runner, only the exit code counts.
  if (!report) return { ...result, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  return code !== 0 && isGood(result) ? { ...result, failed: 1 } : result;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

type Script = Pick<Check, 'output' | 'report'> & {
  args?: string[];
  variables?: Variables;
};

/** Starts a script of package.json without npm, which exits on a signal without waiting for its children. */
export function runScript(
  name: string,
  { args = [], variables, ...options }: Script = {},
): Promise<CheckResult> {
  const { scripts } = readJson(inProject('package.json')) as { scripts: Record<string, string> };
  const [program, ...words] = scripts[name]?.split(' ') ?? [];
  if (program !== 'node') throw new Error(`package.json has no script ${name} that node runs.`);
  return runCheck({
    name,
    nodeArguments: [...words, ...args],
    environment: { ...process.env, ...variables },
    ...options,
  });
}

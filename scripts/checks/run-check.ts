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
  /** For a test runner: the JSON report it writes, and how to count in it. */
  report?: { file: string; count: (report: unknown) => TestCounts };
};

/** Runs one check to its end. A failure is a result, never an exception. */
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
  // Without a report, or when the runner itself broke, only the exit code counts.
  if (!report) return { ...result, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  return code !== 0 && isGood(result) ? { ...result, failed: 1 } : result;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

type Script = Pick<Check, 'output' | 'report'> & {
  /** Handed on, as `npm run` does with what follows `--`. */
  args?: string[];
  /** Besides those of this process. */
  variables?: Variables;
};

/**
 * Runs a script of package.json, so that each part of the tests can be run alone. Without npm in between, which doesn't
 * wait for its children when it is told to end.
 */
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

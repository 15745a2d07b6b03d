import { readFileSync } from 'node:fs';
import type { Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import type { CheckResult } from './check-result.ts';
import { runCheck, type TestCounts } from './run-check.ts';

type Options = {
  /** Handed on, as `npm run` does with what follows `--`. */
  args?: string[];
  /** Besides those of this process. */
  variables?: Variables;
  output?: 'captured' | 'terminal';
  report?: { file: string; count: (report: unknown) => TestCounts };
};

/**
 * Runs a script of package.json, so that each part of the tests can be run alone. Without npm in between, which doesn't
 * wait for its children when it is told to end.
 */
export function runScript(
  name: string,
  { args = [], variables, ...options }: Options = {},
): Promise<CheckResult> {
  const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [program, ...words] = scripts[name]?.split(' ') ?? [];
  if (program !== 'node') throw new Error(`package.json has no script ${name} that node runs.`);
  return runCheck({
    name,
    nodeArguments: [...words, ...args],
    environment: { ...process.env, ...variables },
    ...options,
  });
}

import { inProject } from '../project-folder.ts';
import type { CheckResult } from './check-result.ts';
import { runCheck } from './run-check.ts';

/** Lint and types side by side, since each leaves a core idle. */
export function checkSource(): Promise<CheckResult[]> {
  return Promise.all([
    runCheck({
      name: 'Lint and format',
      nodeArguments: [inProject('node_modules/@biomejs/biome/bin/biome'), 'check'],
    }),
    runCheck({ name: 'Types', nodeArguments: [inProject('node_modules/typescript/bin/tsc'), '--noEmit'] }),
  ]);
}

import { execFileSync } from 'node:child_process';
import { installTool } from '../../../scripts/prepare/install-tool.ts';
import { inProject } from '../../../scripts/project-folder.ts';

/** Validates a list of packages by CycloneDX's schema of the version in the file. Returns the problems. */
export async function checkList(file: string): Promise<string[]> {
  const tool = inProject('lab', 'programs', 'cyclonedx');
  await installTool(tool);
  const printed = execFileSync(process.execPath, ['check-list.mjs', file], { cwd: tool });
  return JSON.parse(printed.toString()) as string[];
}

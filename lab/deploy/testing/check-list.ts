import { execFileSync } from 'node:child_process';
import { installTool } from '../../../scripts/prepare/install-tool.ts';
import { inProject } from '../../../scripts/project-folder.ts';

/** What CycloneDX's own schema, of the version that the file names, finds wrong with a list of packages. */
export async function checkList(file: string): Promise<string[]> {
  const tool = inProject('lab', 'programs', 'cyclonedx');
  await installTool(tool);
  const printed = execFileSync(process.execPath, ['check-list.mjs', file], { cwd: tool });
  return JSON.parse(printed.toString()) as string[];
}

import { execFileSync } from 'node:child_process';
import { installTool } from '../../../scripts/prepare/install-tool.ts';
import { inProject } from '../../../scripts/project-folder.ts';

export type Manifest = { document: unknown; problem: string | null };

/**
 * The documents of a file of YAML.
 * @param path from the project's folder
 * @param schemas `kubernetes` says of each document what Kubernetes' own schema finds wrong with it
 */
export async function readManifests(path: string, schemas?: 'kubernetes'): Promise<Manifest[]> {
  const tool = inProject('lab', 'programs', 'kubernetes');
  await installTool(tool);
  const words = [...(schemas ? [`--${schemas}`] : []), inProject(path)];
  const printed = execFileSync(process.execPath, ['read-manifests.mjs', ...words], { cwd: tool });
  return JSON.parse(printed.toString()) as Manifest[];
}

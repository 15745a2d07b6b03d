import { execFileSync } from 'node:child_process';
import { installTool } from '../../../scripts/prepare/install-tool.ts';
import { inProject } from '../../../scripts/project-folder.ts';

export type Manifest = { document: unknown; problem: string | null };

/**
 * The documents of a YAML file.
 * @param path from the project folder
 * @param schemas `kubernetes` validates each document by Kubernetes' own schema
 */
export async function readManifests(path: string, schemas?: 'kubernetes'): Promise<Manifest[]> {
  const tool = inProject('lab', 'programs', 'kubernetes');
  await installTool(tool);
  const words = [...(schemas ? [`--${schemas}`] : []), inProject(path)];
  const printed = execFileSync(process.execPath, ['read-manifests.mjs', ...words], { cwd: tool });
  return JSON.parse(printed.toString()) as Manifest[];
}

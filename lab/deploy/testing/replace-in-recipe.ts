import { readFileSync } from 'node:fs';
import { inProject } from '../../../scripts/project-folder.ts';

/**
 * A recipe as it would be run here: with other names, ports and paths, and otherwise word for word.
 * @param path from the project's folder
 * @param changes what stands there, and what takes its place everywhere
 * @throws Error for one that the recipe does not have: then the test would run something else than it says
 */
export function replaceInRecipe(path: string, changes: [from: string, to: string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${path} does not have: ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(inProject(path), 'utf8'),
  );
}

import { readFileSync } from 'node:fs';
import { inProject } from '../../../scripts/project-folder.ts';

/**
 * A recipe with names, ports and paths of this machine, otherwise unchanged.
 * @param path from the project folder
 * @param changes replacements of all occurrences: `[from, to]`
 * @throws Error for a text that the recipe lacks: the test would otherwise test something else
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

import { dirname, join } from 'node:path';

/** Absolute path of the checkout. */
export const projectFolder = dirname(import.meta.dirname);

/** Absolute path of a file or folder in the checkout. */
export function inProject(...path: string[]): string {
  return join(projectFolder, ...path);
}

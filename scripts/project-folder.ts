import { dirname, join } from 'node:path';

export const projectFolder = dirname(import.meta.dirname);

export function inProject(...path: string[]): string {
  return join(projectFolder, ...path);
}

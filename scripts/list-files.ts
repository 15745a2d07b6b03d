import { globSync } from 'node:fs';
import { projectFolder } from './project-folder.ts';

/** Installed, built, kept or recorded files, which are no part of the project. */
const left = /(^|\/)(node_modules|dist|tour|test-results|__pycache__|\.(git|local|temp|venv|next[^/]*))$/;

/** The files and folders of the checkout, by their paths from it, whether or not they are committed. */
export function listFiles(): string[] {
  // A star leaves out folders like app/.well-known.
  return globSync(['**/*', '**/.*/**/*'], { cwd: projectFolder, exclude: (path) => left.test(path) }).map(
    (file) => file.replaceAll('\\', '/'),
  );
}

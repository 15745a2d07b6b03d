import { globSync } from 'node:fs';
import { projectFolder } from './project-folder.ts';

/** Installed, built and recorded files, which aren't part of the project. */
const ignored = /(^|\/)(node_modules|dist|tour|test-results|__pycache__|\.(git|local|temp|venv|next[^/]*))$/;

/** Paths of all files and folders of the checkout, relative to it, committed or not. */
export function listFiles(): string[] {
  // `**/*` skips dot folders like app/.well-known.
  return globSync(['**/*', '**/.*/**/*'], { cwd: projectFolder, exclude: (path) => ignored.test(path) }).map(
    (file) => file.replaceAll('\\', '/'),
  );
}

import { fileURLToPath, pathToFileURL } from 'node:url';
import { renderDocument } from './render-document.ts';

const renderer = fileURLToPath(new URL('./render-document.ts', import.meta.url));

/** Replaces a Markdown file with a module of its title and HTML, as a Turbopack loader. */
export default function loadDocument(source) {
  // Otherwise a build from Next.js's cache keeps what an older renderer wrote.
  this.addDependency(renderer);
  return `export default ${JSON.stringify(renderDocument(source, pathToFileURL(this.resourcePath).href))};`;
}

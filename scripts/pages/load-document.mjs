import { pathToFileURL } from 'node:url';
import { renderDocument } from './render-document.ts';

/** Replaces a Markdown file with a module of its title and HTML, as a Turbopack loader. */
export default function loadDocument(source) {
  return `export default ${JSON.stringify(renderDocument(source, pathToFileURL(this.resourcePath).href))};`;
}

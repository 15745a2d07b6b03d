import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Replaces a module whose default export is the text of a script with a module of that text, as a Turbopack loader: Node.js strips the
 * types, and this strips indentation and lines of comments. Bundles would each rename the script's variables, and
 * the hash that `middleware.ts` computes for the policy would differ from the script in the page.
 */
export default async function compileInlineScript(source) {
  for (const [, imported] of source.matchAll(/ from '(\.[^']+)'/g))
    this.addDependency(join(dirname(this.resourcePath), imported));
  // The query makes a development server read a changed file again.
  const { default: script } = await import(`${pathToFileURL(this.resourcePath)}?${Date.now()}`);
  return `export default ${JSON.stringify(script.replace(/^\s*(\/\/.*)?\n|^\s+/gm, ''))};`;
}

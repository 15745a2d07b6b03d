import { dirname } from 'node:path';
import { compile } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { transform } from 'lightningcss';

/** The oldest browsers that Next.js makes scripts for. Versions are as Lightning CSS packs them. */
const version = (major, minor = 0) => (major << 16) | (minor << 8);
const targets = {
  chrome: version(111),
  edge: version(111),
  firefox: version(111),
  safari: version(16, 4),
};

/**
 * Makes the style sheet of rules.pcss, as a loader of Turbopack. Tailwind's own loader keeps a state that layers of the build which run
 * at once would take from each other, and its last step leaves `light-dark()` to browsers that don't know it.
 */
export default async function makeSheet(rules) {
  const compiler = await compile(rules, {
    from: this.resourcePath,
    base: dirname(this.resourcePath),
    onDependency: (file) => this.addDependency(file),
  });
  const scanner = new Scanner({ sources: compiler.sources });
  const sheet = compiler.build(scanner.scan());
  for (const file of scanner.files) this.addDependency(file);
  for (const { base } of scanner.globs) this.addContextDependency(base);
  const { code } = transform({
    filename: this.resourcePath,
    code: Buffer.from(sheet),
    minify: process.env.NODE_ENV === 'production',
    targets,
  });
  return code.toString();
}

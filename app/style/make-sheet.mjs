import { dirname } from 'node:path';
import { compile } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { transform } from 'lightningcss';

/** The oldest browsers that Next.js compiles scripts for, as Lightning CSS encodes versions. */
const version = (major, minor = 0) => (major << 16) | (minor << 8);
const targets = {
  chrome: version(111),
  edge: version(111),
  firefox: version(111),
  safari: version(16, 4),
};

/** Compiles rules.pcss as a Turbopack loader. Tailwind's own shares state between layers, and keeps `light-dark()` for old browsers too. */
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

import { transform } from 'lightningcss';

/** The oldest browsers that Next.js makes scripts for: the same read the style sheet. Versions are as Lightning CSS packs them. */
const version = (major, minor = 0) => (major << 16) | (minor << 8);
const targets = {
  chrome: version(111),
  edge: version(111),
  firefox: version(111),
  safari: version(16, 4),
};

/** Tailwind's rules, small, and for browsers that know no `light-dark()`, which Tailwind's own step would leave as it is. */
export default function lowerRules(rules) {
  const { code } = transform({
    filename: this.resourcePath,
    code: Buffer.from(rules),
    minify: process.env.NODE_ENV === 'production',
    targets,
  });
  return code.toString();
}

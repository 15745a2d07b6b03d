/**
 * How to type an operator command in a checkout, like `npm run schema -- apply`. `scripts/image/bundle-operator.ts` replaces this
 * file in the image, where it is `node operator.mjs schema apply`.
 */
export function sayCommand(name: string, rest = ''): string {
  return `npm run ${name}${rest && ` -- ${rest}`}`;
}

/**
 * How a command for operators is typed in a checkout, like `npm run schema -- apply`. The image has no npm: there another file
 * takes the place of this one (`scripts/image/bundle-operator.ts`), and it is `node operator.mjs schema apply`.
 */
export function sayCommand(name: string, rest = ''): string {
  return `npm run ${name}${rest && ` -- ${rest}`}`;
}

/** `npm run schema -- apply`. `scripts/image/bundle-operator.ts` replaces this file in the image: `node operator.mjs schema apply`. */
export function formatCommand(name: string, rest = ''): string {
  return `npm run ${name}${rest && ` -- ${rest}`}`;
}

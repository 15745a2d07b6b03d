import { resolve } from 'node:path';

/**
 * Absolute path of something in the checkout. In the image another file takes the place of this one
 * (`scripts/image/bundle-operator.ts`): there it is beside the operator file.
 */
export function inProject(...path: string[]): string {
  return resolve(import.meta.dirname, '../../../..', ...path);
}

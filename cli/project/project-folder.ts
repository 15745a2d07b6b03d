import { resolve } from 'node:path';

/** `scripts/image/bundle-operator.ts` replaces this file in the image, where paths are relative to the operator file. */
export function inProject(...path: string[]): string {
  return resolve(import.meta.dirname, '../..', ...path);
}

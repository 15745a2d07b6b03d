import { registerHooks } from 'node:module';

let isAsked = false;

/**
 * Has Next's drawer use its own maker of PNG. It prefers `sharp`, in whose place stands an empty package (decision 001),
 * and takes that for sharp. Found nowhere, it goes without.
 */
export function drawWithoutSharp(): void {
  if (isAsked) return;
  isAsked = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'sharp')
        throw Object.assign(new Error('There is no sharp here'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(specifier, context);
    },
  });
}

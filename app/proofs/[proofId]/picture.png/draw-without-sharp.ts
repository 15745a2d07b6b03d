import { registerHooks } from 'node:module';

let isAsked = false;

/** Has Next's drawer use its own maker of PNG: it would take the empty package in the place of sharp for sharp (decision 001). */
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

import { registerHooks } from 'node:module';

let isAsked = false;

/** Makes Next.js's renderer use its own PNG encoder: it would mistake the empty replacement package for sharp (decision 001). */
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

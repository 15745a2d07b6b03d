import fc from 'fast-check';

/** Fixed, so that no run fails by chance. `FAST_CHECK_SEED=…` tries other inputs; a failure prints its seed. */
const seed = Number(process.env.FAST_CHECK_SEED ?? 20261122);
/** `FAST_CHECK_TIMES=20` tries twenty times as many inputs, 0.2 a fifth. */
const times = Number(process.env.FAST_CHECK_TIMES ?? 1);

/** The number of inputs; pass a lower one for a slow property. */
export const runs = (usually: number) => ({ numRuns: Math.ceil(usually * times) });

fc.configureGlobal({ seed, ...runs(100) });

/** For strings of any characters. fast-check's `binary` lists all of Unicode first, which takes half a second per file. */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(
    (codePoint) => String.fromCodePoint(codePoint),
    // Lets fast-check insert words like `__proto__`.
    (character) => {
      const codePoint = typeof character === 'string' ? character.codePointAt(0) : undefined;
      if (codePoint === undefined || String.fromCodePoint(codePoint) !== character)
        throw new Error('anyCharacter makes no such text.');
      return codePoint;
    },
  );

export { fc };

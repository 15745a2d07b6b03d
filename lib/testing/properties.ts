import fc from 'fast-check';

/** Fixed, so that nobody's day is red by luck. `FAST_CHECK_SEED=…` tries other inputs; a failure names its seed. */
const seed = Number(process.env.FAST_CHECK_SEED ?? 20261122);
/** `FAST_CHECK_TIMES=20` tries twenty times as many, and 0.2 a fifth. */
const times = Number(process.env.FAST_CHECK_TIMES ?? 1);

/** How many inputs a property is tried with. Fewer than usual for one that takes long. */
export const runs = (usually: number) => ({ numRuns: Math.ceil(usually * times) });

fc.configureGlobal({ seed, ...runs(100) });

export { fc };

/** The migration of 1.0.0, which creates the whole schema. */
export const baselineVersion = '20261128000000';

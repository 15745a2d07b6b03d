/** Passes a token's level (`aal1`, `aal2`) to the database, which reads it only with the secret key. Without it, a call counts as aal1. */
export const tokenLevelHeader = 'x-countersign-token-level';

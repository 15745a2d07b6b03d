/** Tells the database a token's level (`aal1`, `aal2`). Read only with the secret key; without it a call is of the first. */
export const tokenLevelHeader = 'x-countersign-token-level';

/** Tells the database a token's level (`aal1`, `aal2`). Read only with the secret key; a call without this header is of the first. */
export const tokenLevelHeader = 'x-countersign-token-level';

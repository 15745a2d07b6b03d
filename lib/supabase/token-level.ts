/**
 * In which header the server tells the database how far the token of a request was proven (`aal1`, `aal2`). The database
 * reads it only of calls with the secret key, and takes a call without it for one of the first level.
 */
export const tokenLevelHeader = 'x-countersign-token-level';

import { randomBytes } from 'node:crypto';

export const chain = 'solana:mainnet';
export const base64 = (size) => randomBytes(size).toString('base64');
export const makeHash = () => randomBytes(32).toString('hex');
/** Base58 needs no more than that it has neither 0 nor letters that hexadecimal lacks. */
export const makeAddress = () => randomBytes(22).toString('hex').replaceAll('0', 'z');

/** A call of the server. What it answers is kept in the variables `into_…` of psql. */
export const call = (name, parameters = '', into = name) => ({
  name,
  sql: `select * from ${name}(${parameters}) \\gset ${into}_`,
});
/** A query of a page, as its person. */
export const read = (by, name, sql) => ({ name, by, sql: `select count(*) from (${sql}) page \\gset page_` });
export const prepare = (sql) => ({ sql });

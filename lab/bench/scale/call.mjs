import { randomBytes } from 'node:crypto';

export const chain = 'solana:mainnet';
export const base64 = (size) => randomBytes(size).toString('base64');
export const makeHash = () => randomBytes(32).toString('hex');
/** Looks like base58 to the database: no 0, and none of the letters that base58 lacks. */
export const makeAddress = () => randomBytes(22).toString('hex').replaceAll('0', 'z');

/** A call by the server. psql stores the result in the variables `into_…`. @param label of its measurements, apart from those of the function's other calls */
export const call = (name, parameters = '', into = name, label = name) => ({
  name: label,
  sql: `select * from ${name}(${parameters}) \\gset ${into}_`,
});
/** A query of a page, with the user's rights. */
export const read = (by, name, sql) => ({ name, by, sql: `select count(*) from (${sql}) page \\gset page_` });
export const prepare = (sql) => ({ sql });

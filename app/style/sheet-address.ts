import 'server-only';
import { createHash } from 'node:crypto';
import sheet from './rules.pcss';

/** Changes with the sheet, so that a browser may keep what it has for good. */
export const sheetHash = createHash('sha256').update(sheet).digest('hex').slice(0, 16);

export const sheetAddress = `/style/${sheetHash}`;

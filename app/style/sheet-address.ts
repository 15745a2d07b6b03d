import 'server-only';
import { createHash } from 'node:crypto';
import sheet from './rules.pcss';

/** Changes with the sheet, so that browsers can cache it forever. */
export const sheetHash = createHash('sha256').update(sheet).digest('hex').slice(0, 16);

export const sheetAddress = `/style/${sheetHash}`;

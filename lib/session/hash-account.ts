import { createHash } from 'node:crypto';

/** 72 bits: two accounts of one browser never share a tag by chance. */
const charactersOfTag = 12;

/** A short name of an account, for a page to notice that another one has signed in. It tells nothing else. */
export function hashAccount(userId: string): string {
  return createHash('sha256')
    .update(`countersign account ${userId}`)
    .digest('base64url')
    .slice(0, charactersOfTag);
}

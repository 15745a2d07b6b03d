import { createHash } from 'node:crypto';

/** 72 bits: two accounts in one browser never get the same tag by chance. */
const charactersOfTag = 12;

/** A tag by which a page notices that another account has signed in. Doesn't reveal the account. */
export function hashAccount(userId: string): string {
  return createHash('sha256')
    .update(`countersign account ${userId}`)
    .digest('base64url')
    .slice(0, charactersOfTag);
}

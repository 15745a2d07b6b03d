import { hash } from 'node:crypto';
import { shareInProcess } from '../../share-in-process.ts';
import type { KeySet } from './key-set.ts';
import type { Claims } from './verify-access-token.ts';

/** A page of one visitor makes several requests within seconds; past this a check is made again. */
const keptForInMilliseconds = 60_000;
/** About 10 MB of claims. Past it the token that was used longest ago goes. */
const mostKept = 10_000;

type Checked = { claims: Claims; keySet: KeySet; checkedAt: number };

/** By a hash, so that no token is kept. In the order of their last use. */
const checked = shareInProcess('checked-tokens', () => new Map<string, Checked>());

/**
 * The claims of a token that was checked less than a minute ago with this very key set and has not expired since, or
 * null. So it accepts nothing that the key set would not accept: with the next one every token is checked anew.
 */
export function recallToken(token: string, keySet: KeySet): Claims | null {
  const key = keyOf(token);
  const found = checked.get(key);
  if (!found) return null;
  checked.delete(key);
  const now = Date.now();
  const isOld = now - found.checkedAt >= keptForInMilliseconds || found.claims.exp * 1000 <= now;
  if (isOld || found.keySet !== keySet) return null;
  checked.set(key, found);
  return found.claims;
}

export function rememberToken(token: string, claims: Claims, keySet: KeySet): void {
  checked.set(keyOf(token), { claims, keySet, checkedAt: Date.now() });
  const oldest = checked.size > mostKept ? checked.keys().next() : null;
  if (oldest && !oldest.done) checked.delete(oldest.value);
}

const keyOf = (token: string) => hash('sha256', token, 'base64');

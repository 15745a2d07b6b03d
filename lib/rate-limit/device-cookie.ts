import 'server-only';
import { randomBytes } from 'node:crypto';
import { ownCookie } from '../supabase/own-cookie.ts';
import { isSameTag, keyedTag } from './keyed-hash.ts';

/** Names no account and gives no access: it only says, to this server, which accounts this browser got in to before. */
const cookie = ownCookie('device');
/** Names of about five accounts, since more people rarely share a browser. The oldest is forgotten. */
const mostNames = 10;

/** @returns this browser's id when it got in to the account before, else null. */
export async function recallDevice(account: string): Promise<string | null> {
  return recogniseDevice(await cookie.read(), account);
}

/**
 * Call it when someone is signed in, past the second factor where there is one, with every name the account is
 * tried by (its e-mail, its user id). Any sooner, a password alone would buy new guesses at the second factor each time.
 */
export async function rememberDevice(accounts: readonly string[]): Promise<void> {
  const remembered = accounts.reduce<string | undefined>(rememberAccount, await cookie.read());
  if (remembered !== undefined) await cookie.write(remembered);
}

/** @param value `id.tag.tag…`, each tag a keyed hash of the id and an account. Anything else knows nobody. */
export function recogniseDevice(value: string | undefined, account: string): string | null {
  const [id = '', ...tags] = value?.split('.') ?? [];
  const expected = tagOf(id, account);
  return tags.slice(0, mostNames).some((tag) => isSameTag(tag, expected)) ? id : null;
}

/** @returns the cookie with the account in front. One with no account of ours in it is begun again. */
export function rememberAccount(value: string | undefined, account: string): string {
  const [id = '', ...tags] = value?.split('.') ?? [];
  const isOurs = /^[\w-]{22}$/.test(id) && tags.every((tag) => /^[\w-]{22}$/.test(tag));
  // 128 bits, far beyond guessing.
  if (!isOurs) return rememberAccount(randomBytes(16).toString('base64url'), account);
  const tag = tagOf(id, account);
  return [id, tag, ...tags.filter((other) => other !== tag)].slice(0, 1 + mostNames).join('.');
}

function tagOf(id: string, account: string): string {
  return keyedTag('known browser', [id, account.trim().toLowerCase()]);
}

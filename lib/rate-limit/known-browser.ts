import 'server-only';
import { randomBytes } from 'node:crypto';
import { ownCookie } from '../http/own-cookie.ts';
import { isSameTag, keyedTag } from './keyed-hash.ts';

/** Contains no account and grants no access: it only tells this server which accounts this browser signed in to before. */
const cookie = ownCookie('device');
/** About five accounts, each by email and user ID; more people rarely share a browser. The oldest is dropped. */
const mostNames = 10;

/** @returns this browser's ID if it signed in to the account before, else null. */
export async function recallKnownBrowser(account: string): Promise<string | null> {
  return recognizeKnownBrowser(await cookie.read(), account);
}

/** @param accounts the email and user ID. Only after any second factor: a password alone must not buy new guesses at it. */
export async function rememberKnownBrowser(accounts: readonly string[]): Promise<void> {
  const remembered = accounts.reduce<string | undefined>(rememberAccount, await cookie.read());
  if (remembered !== undefined) await cookie.write(remembered);
}

/** @param value `id.tag.tag…`, each tag a keyed hash of the ID and an account. Anything else returns null. */
export function recognizeKnownBrowser(value: string | undefined, account: string): string | null {
  const [id = '', ...tags] = value?.split('.') ?? [];
  const expected = tagOf(id, account);
  return tags.slice(0, mostNames).some((tag) => isSameTag(tag, expected)) ? id : null;
}

/** @returns the cookie with the account first. Replaces a malformed cookie. */
export function rememberAccount(value: string | undefined, account: string): string {
  const [id = '', ...tags] = value?.split('.') ?? [];
  const isOurs = /^[\w-]{22}$/.test(id) && tags.every((tag) => /^[\w-]{22}$/.test(tag));
  if (!isOurs) return rememberAccount(randomBytes(16).toString('base64url'), account);
  const tag = tagOf(id, account);
  return [id, tag, ...tags.filter((other) => other !== tag)].slice(0, 1 + mostNames).join('.');
}

function tagOf(id: string, account: string): string {
  return keyedTag('known browser', [id, account.trim().toLowerCase()]);
}

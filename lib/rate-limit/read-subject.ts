import 'server-only';
import { randomBytes } from 'node:crypto';
import { headers } from 'next/headers';
import { readClientAddress } from '../http/client-address.ts';
import { ownCookie } from '../http/own-cookie.ts';
import type { RateLimitSubject } from './consume.ts';
import { isSameTag, keyedTag } from './keyed-hash.ts';

/** The sender of this request, as a subject of limits. @param account as typed. */
export async function readSubject(account: string): Promise<RateLimitSubject> {
  const [address, knownBrowser, requestedEmail] = await Promise.all([
    headers().then(readClientAddress),
    recallKnownBrowser(account),
    recallRequestedEmail(account),
  ]);
  return { account, address, knownBrowser, requestedEmail };
}

/** Contains no account and grants no access: it only tells this server which accounts this browser signed in to before. */
const knownBrowserCookie = ownCookie('device');
/** About five accounts, each by email and user ID; more people rarely share a browser. The oldest is dropped. */
const mostNames = 10;

/** @returns this browser's ID if it signed in to the account before, else null. */
export async function recallKnownBrowser(account: string): Promise<string | null> {
  return recognizeKnownBrowser(await knownBrowserCookie.read(), account);
}

/** @param accounts the email and user ID. Only after any second factor: a password alone must not buy new guesses at it. */
export async function rememberKnownBrowser(accounts: readonly string[]): Promise<void> {
  const remembered = accounts.reduce<string | undefined>(rememberAccount, await knownBrowserCookie.read());
  if (remembered !== undefined) await knownBrowserCookie.write(remembered);
}

/** @param value `id.tag.tag…`, each tag a keyed hash of the ID and an account. Anything else returns null. */
export function recognizeKnownBrowser(value: string | undefined, account: string): string | null {
  const [id = '', ...tags] = value?.split('.') ?? [];
  const expected = tagOfKnown(id, account);
  return tags.slice(0, mostNames).some((tag) => isSameTag(tag, expected)) ? id : null;
}

/** @returns the cookie with the account first. Replaces a malformed cookie. */
export function rememberAccount(value: string | undefined, account: string): string {
  const [id = '', ...tags] = value?.split('.') ?? [];
  const isOurs = /^[\w-]{22}$/.test(id) && tags.every((tag) => /^[\w-]{22}$/.test(tag));
  if (!isOurs) return rememberAccount(randomBytes(16).toString('base64url'), account);
  const tag = tagOfKnown(id, account);
  return [id, tag, ...tags.filter((other) => other !== tag)].slice(0, 1 + mostNames).join('.');
}

function tagOfKnown(id: string, account: string): string {
  return keyedTag('known browser', [id, account.trim().toLowerCase()]);
}

/** Contains no account and grants no access: it only tells this server which email this browser requested. */
const requestedEmailCookie = ownCookie('asked-mail');
const requestLifeInSeconds = 60 * 60;

/** Call it when the user requested an email with a code and the limits on emails let it pass. */
export function rememberRequestedEmail(account: string): Promise<void> {
  return requestedEmailCookie.write(makeRequestedEmail(account), requestLifeInSeconds);
}

/** @returns the ID of the email that this browser requested last, if it was for this account and within the hour. */
export async function recallRequestedEmail(account: string): Promise<string | null> {
  return recognizeRequestedEmail(await requestedEmailCookie.read(), account);
}

/** @param now milliseconds since 1970. */
export function makeRequestedEmail(account: string, now = Date.now()): string {
  const id = randomBytes(16).toString('base64url');
  const endsAt = String(now + requestLifeInSeconds * 1000);
  return [id, endsAt, tagOfRequest(id, endsAt, account)].join('.');
}

/** @param value `id.end.tag`, where the tag is a keyed hash of ID, end and account. Anything else returns null. */
export function recognizeRequestedEmail(
  value: string | undefined,
  account: string,
  now = Date.now(),
): string | null {
  const [id = '', endsAt = '', tag = '', ...more] = value?.split('.') ?? [];
  if (more.length > 0 || !isSameTag(tag, tagOfRequest(id, endsAt, account))) return null;
  return Number(endsAt) > now ? id : null;
}

function tagOfRequest(id: string, endsAt: string, account: string): string {
  return keyedTag('asked mail', [id, endsAt, account.trim().toLowerCase()]);
}

import { environment } from '../env.ts';
import { readClientAddress } from './client-address.ts';

const longestInCharacters = 60;
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The request's approximate origin, like "Lisbon, Portugal", from the proxy's `LOCATION_HEADER`, or null. Read only if
 * the request also carries an address of the trusted proxy, since it may have been sent past it. For the account's
 * owner alone.
 */
export function readVisitorLocation(headers: Pick<Headers, 'get'>): string | null {
  const { locationHeader, trustedProxy } = environment();
  if (!locationHeader || trustedProxy === null || trustedProxy === 'none') return null;
  if (readClientAddress(headers) === null) return null;
  const written = decode(headers.get(locationHeader) ?? '');
  const text = written.replace(unseen, '').replace(/\s+/g, ' ').trim();
  const shown = [...text].slice(0, longestInCharacters).join('').trim();
  return /^[A-Z][A-Z0-9]$/.test(shown) ? nameCountry(shown) : shown || null;
}

/** Node reads a header's bytes as Latin-1, while proxies write UTF-8, and some escape it. */
function decode(value: string): string {
  try {
    const bytes = Buffer.from(value, 'latin1');
    return decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Bytes that are neither are shown as they came.
    return value;
  }
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Of a code that stands for no country, like Cloudflare's XX and T1, null. */
function nameCountry(code: string): string | null {
  return /^(?:XX|ZZ|.\d)$/.test(code) ? null : (countries.of(code) ?? null);
}

import { environment } from '../env.ts';
import { readClientAddress } from './client-address.ts';

const longestInCharacters = 60;
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Such as "Lisbon, Portugal", for the owner. Null unless the trusted proxy named an address: the request may have bypassed it. */
export function readVisitorLocation(headers: Pick<Headers, 'get'>): string | null {
  const { locationHeader, trustedProxy } = environment();
  if (!locationHeader || trustedProxy === null || trustedProxy === 'none') return null;
  if (readClientAddress(headers) === null) return null;
  const written = decode(headers.get(locationHeader) ?? '');
  const text = written.replace(invisible, '').replace(/\s+/g, ' ').trim();
  const shown = [...text].slice(0, longestInCharacters).join('').trim();
  return /^[A-Z][A-Z0-9]$/.test(shown) ? nameCountry(shown) : shown || null;
}

/** Node decodes header bytes as Latin-1, while proxies write UTF-8, some percent-encoded. */
function decode(value: string): string {
  try {
    const bytes = Buffer.from(value, 'latin1');
    return decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Returns bytes in another encoding unchanged.
    return value;
  }
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Null for codes that aren't a country, like Cloudflare's XX and T1. */
function nameCountry(code: string): string | null {
  return /^(?:XX|ZZ|.\d)$/.test(code) ? null : (countries.of(code) ?? null);
}

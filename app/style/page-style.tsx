import { cookies, headers } from 'next/headers';
import { preload } from 'react-dom';
import { environment } from '@/lib/env';
import { nonceHeader } from '@/lib/http/request-headers';
import { ownCookieName } from '@/lib/own-cookie-name';
import { formatScriptCookie } from '@/lib/set-script-cookie';
import sheet from './rules.pcss';
import { sheetAddress, sheetHash } from './sheet-address';
import { SheetInPage } from './sheet-in-page';

/** Every page uses these at once. Addresses and accented letters have separate files. */
const preloadedFonts = ['/fonts/instrument-sans-5cf958ae.woff2', '/fonts/newsreader-6fa5ec4b.woff2'];

/** The hash of the style sheet that this browser has cached. Set by script; contains no user data. */
const sheetCookie = 'sheet';
const aYearInSeconds = 365 * 24 * 60 * 60;

/**
 * A first visit gets the sheet in the page, which saves a round trip; then the hash in a cookie makes later pages link to the cached file.
 */
export async function PageStyle() {
  for (const font of preloadedFonts)
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  // In development, inlines the sheet for hot reload.
  if (process.env.NODE_ENV === 'development') return <style>{sheet}</style>;
  const asked = await headers();
  // A script renders the response into a page that already has its sheet.
  if (asked.get('sec-fetch-dest') === 'empty') return null;
  if ((await cookies()).get(ownCookieName(sheetCookie))?.value === sheetHash)
    return <link rel="stylesheet" href={sheetAddress} precedence="page" />;
  const isEncrypted = environment().siteUrl.startsWith('https:');
  return (
    <SheetInPage
      nonce={asked.get(nonceHeader) ?? undefined}
      address={sheetAddress}
      cookie={formatScriptCookie(sheetCookie, sheetHash, aYearInSeconds, isEncrypted)}
    />
  );
}

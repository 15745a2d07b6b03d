import { cookies, headers } from 'next/headers';
import { preload } from 'react-dom';
import { environment } from '@/lib/env';
import { nonceHeader } from '@/lib/http/request-headers';
import { ownCookieName } from '@/lib/own-cookie-name';
import { formatScriptCookie } from '@/lib/set-script-cookie';
import sheet from './rules.pcss';
import { sheetAddress, sheetHash } from './sheet-address';
import { SheetInPage } from './sheet-in-page';

/** Every page shows these at once. Addresses and accented letters have files of their own. */
const preloadedFonts = ['/fonts/instrument-sans-5cf958ae.woff2', '/fonts/newsreader-6fa5ec4b.woff2'];

/** Holds which style sheet this browser has. It says nothing of a person, and only a script writes it. */
const sheetCookie = 'sheet';
const aYearInSeconds = 365 * 24 * 60 * 60;

/**
 * A first visit has the whole style sheet in the page, because asking for it would take one trip more before anything shows. The
 * page then loads the sheet and notes which it was: later visits link to what the browser has.
 */
export async function PageStyle() {
  for (const font of preloadedFonts)
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  // An element of the server's changes as someone writes rules.
  if (process.env.NODE_ENV === 'development') return <style>{sheet}</style>;
  const asked = await headers();
  // What a script asks for is drawn into a page that has its sheet, and keeps it in its own way.
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

'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { preload } from 'react-dom';
import sheet from './rules.pcss';

/** Only so that every page's first file contains them: alone, their two files were 0.4 kB more. */
export { default as ErrorPage } from '@/app/error';
export { default as GlobalError } from '@/app/global-error';

/** Every page uses these at once. Addresses and accented letters have separate files. */
const preloadedFonts = ['/fonts/instrument-sans-5cf958ae.woff2', '/fonts/newsreader-6fa5ec4b.woff2'];

type PageHeadProps = {
  siteName: string;
  icon?: string;
  /** The team's colors in the light and dark theme, for the browser's bar. */
  accents?: (string | null)[];
  cached?: string;
  /** For a browser without a `cached` sheet: the team's `colors`, and a `cookie` for `document.cookie` that records that it has one. */
  inPage?: { colors: string; nonce: string | undefined; address: string; cookie: string };
};

/** Inserted by Next.js: as an element, the sheet would also be in the page's data, and React would render the later parts by script. */
function useInsertedSheet({ cached, inPage }: PageHeadProps) {
  for (const font of preloadedFonts)
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  let isInserted = false;
  useServerInsertedHTML(() => {
    if (isInserted) return null;
    isInserted = true;
    if (cached) return <link rel="stylesheet" href={cached} />;
    return inPage ? (
      <>
        <style nonce={inPage.nonce}>{sheet + inPage.colors}</style>
        <script nonce={inPage.nonce}>{keepSheet(inPage.address, inPage.cookie)}</script>
      </>
    ) : null;
  });
}

/** Nothing in a browser: no page's script contains the sheet. */
const useSheet = typeof window === 'undefined' ? useInsertedSheet : () => undefined;

/** Elements instead of metadata, which would be in the page twice. Next.js's shell of a failed page lacks them until scripts run. */
export function PageHead(props: PageHeadProps) {
  useSheet(props);
  const { siteName, icon, accents = [] } = props;
  return (
    <>
      <meta name="application-name" content={siteName} />
      <meta name="theme-color" content={accents[1] ?? '#121413'} media="(prefers-color-scheme: dark)" />
      <meta name="theme-color" content={accents[0] ?? '#faf8f3'} />
      <link rel="icon" href={icon ?? '/favicon.ico'} />
      {icon ? (
        <link rel="apple-touch-icon" href={icon} />
      ) : (
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      )}
    </>
  );
}

/** A server of another version returns a sheet that isn't to be cached. If this fails, the next page only has the sheet in it again. */
function keepSheet(address: string, cookie: string): string {
  const keep = `async(answer)=>{if(answer.headers.get("cache-control").includes("immutable")){await answer.text();document.cookie=${JSON.stringify(cookie)}}}`;
  return `addEventListener("load",()=>fetch(${JSON.stringify(address)},{priority:"low"}).then(${keep}).catch(()=>{}))`;
}

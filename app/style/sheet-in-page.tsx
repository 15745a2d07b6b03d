'use client';

import { useServerInsertedHTML } from 'next/navigation';
import sheet from './rules.pcss';

type SheetInPageProps = {
  /** The team's, empty for the build's own. */
  colors: string;
  nonce: string | undefined;
  address: string;
  /** A cookie for `document.cookie` that records the cached sheet. */
  cookie: string;
};

/** Inserted by Next.js: as an element, the sheet would also be in the page's data, and React would render the later parts by script. */
function InsertedSheet({ colors, nonce, address, cookie }: SheetInPageProps) {
  let isInserted = false;
  useServerInsertedHTML(() => {
    if (isInserted) return null;
    isInserted = true;
    return (
      <>
        <style nonce={nonce}>{sheet + colors}</style>
        <script nonce={nonce}>{keepSheet(address, cookie)}</script>
      </>
    );
  });
  return null;
}

/** Null in a browser: no page's script contains the sheet. */
export const SheetInPage = typeof window === 'undefined' ? InsertedSheet : () => null;

/** A server of another version returns a sheet that isn't to be cached. If this fails, the next page only has the sheet in it again. */
function keepSheet(address: string, cookie: string): string {
  const keep = `async(answer)=>{if(answer.headers.get("cache-control").includes("immutable")){await answer.text();document.cookie=${JSON.stringify(cookie)}}}`;
  return `addEventListener("load",()=>fetch(${JSON.stringify(address)},{priority:"low"}).then(${keep}).catch(()=>{}))`;
}

'use client';

import { useServerInsertedHTML } from 'next/navigation';
import sheet from './rules.pcss';

type SheetInPageProps = {
  nonce: string | undefined;
  address: string;
  /** Notes that the browser has the sheet, as `document.cookie` takes it. */
  cookie: string;
};

/**
 * Puts the style sheet into the page's markup, and has the browser keep it for the next page.
 *
 * Next.js inserts it, and no element of React's holds it. An element of a server component would be among the page's data too;
 * and React, which counts bytes, would draw every later part of so large a page by script.
 */
function InsertedSheet({ nonce, address, cookie }: SheetInPageProps) {
  let isInserted = false;
  useServerInsertedHTML(() => {
    if (isInserted) return null;
    isInserted = true;
    return (
      <>
        <style nonce={nonce}>{sheet}</style>
        <script nonce={nonce}>{keepSheet(address, cookie)}</script>
      </>
    );
  });
  return null;
}

/** Nothing in a browser: no script of a page carries any of this. */
export const SheetInPage = typeof window === 'undefined' ? InsertedSheet : () => null;

/**
 * A server of another version answers with a sheet that nobody keeps. What fails here is only that the next page has the sheet in
 * it again.
 */
function keepSheet(address: string, cookie: string): string {
  const keep = `async(answer)=>{if(answer.headers.get("cache-control").includes("immutable")){await answer.text();document.cookie=${JSON.stringify(cookie)}}}`;
  return `addEventListener("load",()=>fetch(${JSON.stringify(address)},{priority:"low"}).then(${keep}).catch(()=>{}))`;
}

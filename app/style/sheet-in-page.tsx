'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { useEffect, useState } from 'react';
import { setScriptCookie } from '@/lib/set-script-cookie';
import { sheet, sheetCookie } from './sheet';

const aYearInSeconds = 365 * 24 * 60 * 60;

/** Nothing in a browser, so that no script carries it. */
const text = typeof window === 'undefined' ? sheet : '';

type SheetInPageProps = { nonce: string | undefined; address: string; hash: string };

/**
 * Puts the style sheet into the page's markup, and then has the browser keep it for the next page.
 *
 * Next.js inserts it, and no element of React's holds it. An element of a server component would be among the page's data too;
 * and React, which counts bytes, would draw every later part of so large a page by script.
 */
export function SheetInPage({ nonce, address, hash }: SheetInPageProps) {
  const [state] = useState({ isInserted: false });
  useServerInsertedHTML(() => {
    if (state.isInserted) return null;
    state.isInserted = true;
    return <style nonce={nonce}>{text}</style>;
  });
  useEffect(() => {
    void keepSheet(address, hash);
  }, [address, hash]);
  return null;
}

async function keepSheet(address: string, hash: string): Promise<void> {
  try {
    const answer = await fetch(address, { priority: 'low' });
    if (!answer.ok) return;
    await answer.text();
    setScriptCookie(sheetCookie, hash, aYearInSeconds);
  } catch {
    // The page was left or the network is gone: the next page has the sheet in it again.
  }
}

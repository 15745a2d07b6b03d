'use client';

import { useEffect } from 'react';
import { setScriptCookie } from '@/lib/set-script-cookie';
import { sheet, sheetCookie } from './sheet';

const aYearInSeconds = 365 * 24 * 60 * 60;

/** In the page's markup alone: drawn by the server it would be among its data too, and a script doesn't need it. */
const text = typeof window === 'undefined' ? sheet : '';

export function SheetInPage({
  nonce,
  address,
  hash,
}: {
  nonce: string | undefined;
  address: string;
  hash: string;
}) {
  useEffect(() => {
    void keepSheet(address, hash);
  }, [address, hash]);
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
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

import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { environment } from '@/lib/env';
import { ownCookieName } from '@/lib/own-cookie-name';
import { readTheme, themeCookie } from '@/lib/theme';
import './globals.css';
import localFont from 'next/font/local';

/** Read as the server runs, so that one build fits every site. */
export function generateMetadata(): Metadata {
  const { siteName } = environment().house;
  return {
    title: { default: siteName, template: `%s · ${siteName}` },
    applicationName: siteName,
    description: 'Sign in once, prove the Solana wallets you own, and let apps trust it.',
    robots: { index: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf8f3' },
    { media: '(prefers-color-scheme: dark)', color: '#121413' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the request makes every page dynamic: a prerendered one would have no nonce, and its scripts be blocked.
  await headers();
  const theme = readTheme((await cookies()).get(ownCookieName(themeCookie))?.value);
  return (
    <html
      lang="en"
      data-theme={theme}
      // The switch changes data-theme before a later navigation hydrates.
      suppressHydrationWarning
      className={`${instrumentSans.variable} ${newsreader.variable} ${plexMono.variable}`}
    >
      <body className="flex min-h-dvh flex-col">
        {/* The first thing that the Tab key reaches on every page; seen only then. */}
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-control focus:bg-surface focus:px-3.5 focus:py-2.5 print:hidden"
        >
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}

const instrumentSans = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  variable: '--font-instrument-sans',
  weight: '400 700',
  display: 'swap',
});

/** The wordmark and h1 only. */
const newsreader = localFont({
  src: '../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  variable: '--font-newsreader',
  weight: '200 800',
  display: 'swap',
});

/** Addresses and codes: nothing to wait for on a page that shows none. */
const plexMono = localFont({
  src: '../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
  variable: '--font-plex-mono',
  weight: '400',
  display: 'swap',
  preload: false,
});

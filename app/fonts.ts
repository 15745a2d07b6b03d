import localFont from 'next/font/local';

export const instrumentSans = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  variable: '--font-instrument-sans',
  weight: '400 700',
  display: 'swap',
});

/** The wordmark and h1 only. */
export const newsreader = localFont({
  src: '../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  variable: '--font-newsreader',
  weight: '200 800',
  display: 'swap',
});

/** Addresses and codes: nothing to wait for on a page that shows none. */
export const plexMono = localFont({
  src: '../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
  variable: '--font-plex-mono',
  weight: '400',
  display: 'swap',
  preload: false,
});

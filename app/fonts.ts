import localFont from 'next/font/local';

// The files are made by lab/fonts: only the letters, weights and features that the pages use. Letters with accents
// have files of their own, which come before the others and are loaded where such a letter is.

const sans = localFont({
  src: './fonts/instrument-sans.woff2',
  variable: '--font-instrument-sans',
  weight: '400 600',
  display: 'swap',
});

/** The wordmark and h1 only. */
const serif = localFont({
  src: './fonts/newsreader.woff2',
  variable: '--font-newsreader',
  weight: '500',
  display: 'swap',
});

/** Addresses and codes: nothing to wait for on a page that shows none. */
const mono = localFont({
  src: './fonts/mono.woff2',
  variable: '--font-mono-text',
  weight: '400',
  display: 'swap',
  preload: false,
});

const sansAccented = localFont({
  src: './fonts/instrument-sans-accented.woff2',
  variable: '--font-instrument-sans-accented',
  weight: '400 600',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00A3, U+00A5, U+00A7, U+00A9-00AB, U+00AE, U+00B0-00B1, U+00B5, U+00BA-00BB, U+00BF-00D6, U+00D8-00FF',
    },
  ],
});

const serifAccented = localFont({
  src: './fonts/newsreader-accented.woff2',
  variable: '--font-newsreader-accented',
  weight: '500',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00A3, U+00A5, U+00A7, U+00A9-00AB, U+00AE, U+00B0-00B1, U+00B5, U+00BA-00BB, U+00BF-00D6, U+00D8-00FF',
    },
  ],
});

export const fontVariables = [sans, serif, mono, sansAccented, serifAccented]
  .map(({ variable }) => variable)
  .join(' ');

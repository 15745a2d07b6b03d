import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { SheetInPage } from '@/app/style/sheet-in-page';
import { siteSheet } from '@/app/style/site-sheet';
import { environment } from '@/lib/env';
import { ownCookieName } from '@/lib/http/cookie-options';
import { nonceHeader } from '@/lib/http/request-headers';
import { formatScriptCookie } from '@/lib/set-script-cookie';
import { readTheme, themeCookie } from '@/lib/theme';

/** Read at run time, so that one build fits every site. */
export function generateMetadata(): Metadata {
  const { branding, pictures } = environment();
  const { siteName } = branding;
  const icon = pictures.icon?.address;
  return {
    icons: icon ? { icon, apple: icon } : ['/favicon.ico', { url: '/icon.svg', type: 'image/svg+xml' }],
    title: { default: siteName, template: `%s · ${siteName}` },
    applicationName: siteName,
    description: 'Sign in once, prove the Solana wallets you own, and let apps trust it.',
    robots: { index: false },
  };
}

export function generateViewport(): Viewport {
  const { accent } = environment().branding;
  return {
    themeColor: [
      { media: '(prefers-color-scheme: light)', color: accent?.light.text ?? '#faf8f3' },
      { media: '(prefers-color-scheme: dark)', color: accent?.dark.text ?? '#121413' },
    ],
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Makes every page dynamic: a prerendered one would have no nonce, and its scripts would be blocked.
  await headers();
  const { branding, pictures } = environment();
  const theme = readTheme((await cookies()).get(ownCookieName(themeCookie))?.value);
  return (
    <html
      lang="en"
      data-theme={theme}
      // Read by the error page, which can't query the server.
      data-support={branding.supportUrl ?? undefined}
      data-logo={pictures.logo?.address}
      data-dark-logo={pictures.darkLogo?.address}
      // The theme switch changes data-theme before a later navigation hydrates.
      suppressHydrationWarning
    >
      <head>
        <PageStyle />
      </head>
      <body className="relative flex min-h-dvh flex-col">
        {/* The first stop of the Tab key on every page; visible only then. */}
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}

/** Every page uses these at once. Addresses and accented letters have separate files. */
const preloadedFonts = ['/fonts/instrument-sans-5cf958ae.woff2', '/fonts/newsreader-6fa5ec4b.woff2'];

/** The hash of the style sheet that this browser has cached. Set by script; contains no user data. */
const sheetCookie = 'sheet';
const aYearInSeconds = 365 * 24 * 60 * 60;

/** A first visit gets the sheet in the page, which saves a round trip; by a hash in a cookie, later pages link to the cached file. */
async function PageStyle() {
  for (const font of preloadedFonts)
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  const { text, hash, address, colors } = siteSheet();
  // In development, inlines the sheet for hot reload.
  if (process.env.NODE_ENV === 'development') return <style>{text}</style>;
  const asked = await headers();
  // A script renders the response into a page that already has its sheet.
  if (asked.get('sec-fetch-dest') === 'empty') return null;
  if ((await cookies()).get(ownCookieName(sheetCookie))?.value === hash)
    return <link rel="stylesheet" href={address} precedence="page" />;
  const isEncrypted = environment().siteUrl.startsWith('https:');
  return (
    <SheetInPage
      colors={colors}
      nonce={asked.get(nonceHeader) ?? undefined}
      address={address}
      cookie={formatScriptCookie(sheetCookie, hash, aYearInSeconds, isEncrypted)}
    />
  );
}

import type { Metadata } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { PageHead } from '@/app/style/page-head';
import { siteSheet } from '@/app/style/site-sheet';
import { chooseBarColor } from '@/lib/accent';
import { environment } from '@/lib/env';
import { ownCookieName } from '@/lib/http/cookie-options';
import { nonceHeader } from '@/lib/http/request-headers';
import { formatScriptCookie } from '@/lib/set-script-cookie';
import { readTheme, themeCookie } from '@/lib/theme';

/** Read at run time, so that one build fits every site. */
export function generateMetadata(): Metadata {
  const { siteName } = environment().branding;
  return {
    title: { default: siteName, template: `%s · ${siteName}` },
    description: 'Sign in once, prove the Solana wallets you own, and let apps trust it.',
    robots: { index: false },
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
      {...(theme && { 'data-theme': theme })}
      // Read by the error page, which can't query the server.
      data-site-name={branding.siteName}
      {...(branding.supportUrl && { 'data-support': branding.supportUrl })}
      {...(pictures.logo && { 'data-logo': pictures.logo.address })}
      {...(pictures.darkLogo && { 'data-dark-logo': pictures.darkLogo.address })}
      // The theme switch changes data-theme before a later navigation hydrates.
      suppressHydrationWarning
    >
      <head>
        <Head />
      </head>
      <body>
        {/* The first stop of the Tab key on every page; visible only then. */}
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}

/** The hash of the style sheet that this browser has cached. Set by script; contains no user data. */
const sheetCookie = 'sheet';
const aYearInSeconds = 365 * 24 * 60 * 60;

/** A first visit gets the sheet in the page, which saves a round trip; by a hash in a cookie, later pages link to the cached file. */
async function Head() {
  const { branding, pictures, siteUrl } = environment();
  const { siteName, accent } = branding;
  const { text, hash, address, colors } = siteSheet();
  const isDevelopment = process.env.NODE_ENV === 'development';
  const asked = await headers();
  // A script renders the response into a page that already has its sheet.
  const hasSheet = isDevelopment || asked.get('sec-fetch-dest') === 'empty';
  const isCached = (await cookies()).get(ownCookieName(sheetCookie))?.value === hash;
  const cookie = formatScriptCookie(sheetCookie, hash, aYearInSeconds, siteUrl.startsWith('https:'));
  const inPage = { colors, nonce: asked.get(nonceHeader) ?? undefined, address, cookie };
  return (
    <>
      {/* As an element, for hot reload. */}
      {isDevelopment ? <style>{text}</style> : null}
      <PageHead
        siteName={siteName}
        {...(pictures.icon && { icon: pictures.icon.address })}
        {...(accent && { accents: [accent.light, accent.dark].map(chooseBarColor) })}
        {...(isCached ? { cached: address } : !hasSheet && { inPage })}
      />
    </>
  );
}

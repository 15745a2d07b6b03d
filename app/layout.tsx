import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { environment } from '@/lib/env';
import { ownCookieName } from '@/lib/own-cookie-name';
import { readTheme, themeCookie } from '@/lib/theme';
import { PageStyle } from './style/page-style';

/** Read at run time, so that one build fits every site. */
export function generateMetadata(): Metadata {
  const { siteName } = environment().branding;
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
  // Makes every page dynamic: a prerendered one would have no nonce, and its scripts would be blocked.
  await headers();
  const { supportUrl } = environment().branding;
  const theme = readTheme((await cookies()).get(ownCookieName(themeCookie))?.value);
  return (
    <html
      lang="en"
      data-theme={theme}
      // Read by the error page, which can't query the server.
      data-support={supportUrl ?? undefined}
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

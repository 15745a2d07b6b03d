import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ownCookieName } from '@/lib/own-cookie-name';
import { readTheme, themeCookie } from '@/lib/theme';
import { fontVariables } from './fonts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Countersign', template: '%s · Countersign' },
  description: 'Sign in once, prove the Solana wallets you own, and let apps trust it.',
  robots: { index: false },
};

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
      className={fontVariables}
    >
      <body className="flex min-h-dvh flex-col">{children}</body>
    </html>
  );
}

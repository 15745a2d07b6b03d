import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { WalletsSeen } from './wallets-seen';
import './globals.css';

export const metadata: Metadata = {
  title: 'Wallet Gate',
  description: 'A page that only people with a proven wallet see.',
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <a href="/">Wallet Gate</a>
        </header>
        <main>{children}</main>
        <footer>
          An example of Sign in with Countersign.
          <WalletsSeen />
        </footer>
      </body>
    </html>
  );
}

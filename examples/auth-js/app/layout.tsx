import type { ReactNode } from 'react';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ colorScheme: 'light dark' }}>{children}</body>
    </html>
  );
}

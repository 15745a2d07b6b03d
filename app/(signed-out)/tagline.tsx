import { environment } from '@/lib/env';

/** What the site is for, above the first step of coming in. Later steps have their own to say. */
export function Tagline() {
  return (
    <p className="mb-2 text-muted">
      {environment().branding.siteName} proves which Solana wallets are yours, so that people and apps can
      rely on it.
    </p>
  );
}

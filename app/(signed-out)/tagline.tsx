import { environment } from '@/lib/env';

/** What the site is for, under the heading of the first step of coming in. Not where the half beside it says so. */
export function Tagline() {
  return (
    <p className="-mt-4 text-muted min-[960px]:[[data-intro]_&]:hidden">
      {environment().branding.siteName} proves which Solana wallets are yours, so that people and apps can
      rely on it.
    </p>
  );
}

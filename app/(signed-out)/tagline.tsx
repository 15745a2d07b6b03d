import { environment } from '@/lib/env';

export function Tagline() {
  return (
    <p className="-mt-4 text-muted min-[960px]:[[data-intro]_&]:hidden">
      {environment().branding.siteName} proves which Solana wallets are yours, so that people and apps can
      rely on it.
    </p>
  );
}

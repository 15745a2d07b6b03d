'use client';

import { wishForPasskey } from '@/components/passkey/wish';
import { PageLink } from '@/components/ui/page-link';

/** Leads to where passkeys are added, and has the page there begin. Without scripts it leads there. */
export function AddPasskeyLink() {
  return (
    <PageLink
      href="/security#passkeys"
      onClick={wishForPasskey}
      className="inline-flex min-h-control items-center font-semibold"
    >
      Add a passkey
    </PageLink>
  );
}

'use client';

import { recordAddClick } from '@/components/passkey/add-passkey-click';
import { PageLink } from '@/components/ui/page-link';

/** Links to the page that adds passkeys. With scripts, that page starts at once. */
export function AddPasskeyLink() {
  return (
    <PageLink href="/security#passkeys" onClick={recordAddClick} className="control-link font-semibold">
      Add a passkey
    </PageLink>
  );
}

'use client';

import type { ReactNode } from 'react';
import { hasPasskeys } from '@/components/passkey/has-passkeys';
import { IslandButton } from '@/components/ui/island-button';
import { Problem } from '@/components/ui/problem';
import { formErrors } from '@/lib/errors/form';

type PasskeySignInProps = {
  label: ReactNode;
  variant?: 'primary';
  tag?: ReactNode;
  children?: ReactNode;
  note?: string;
  /** Offers passkeys at the email field before any interaction. */
  wasUsedLast?: boolean;
};

/** The code loads when the page is idle, and runs from the first key or touch in the page. */
export function PasskeySignIn({ wasUsedLast, ...button }: PasskeySignInProps) {
  return (
    <IslandButton
      {...button}
      fetchIsland={async () => (await import('./passkey-island')).PasskeyIsland}
      begin={({ drawAhead, signal }) => {
        if (!hasPasskeys()) return false;
        if (wasUsedLast) drawAhead();
        // Repeated calls have no effect.
        addEventListener('pointerdown', drawAhead, { signal });
        addEventListener('keydown', drawAhead, { signal });
        return true;
      }}
      whenFailed={<Problem problem={{ code: 'request.unsent', ...formErrors['request.unsent'] }} />}
    />
  );
}

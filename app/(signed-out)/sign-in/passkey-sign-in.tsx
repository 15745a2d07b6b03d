'use client';

import type { ReactNode } from 'react';
import { hasPasskeys } from '@/components/passkey/passkey-support';
import { IslandButton } from '@/components/ui/island-button';
import { Problem } from '@/components/ui/problem';
import { formErrors } from '@/lib/errors/form';

type PasskeySignInProps = {
  /** Above the button. */
  children?: ReactNode;
  /** Under it. */
  note?: string | undefined;
  /** Where this browser used a passkey last: they are offered at the e-mail before anybody touches the page. */
  wasUsedLast?: boolean;
};

/**
 * The button that signs in with a passkey. All that deals with passkeys is fetched at the first key or touch in the page.
 * Nothing in a browser without passkeys.
 */
export function PasskeySignIn({ children, note, wasUsedLast }: PasskeySignInProps) {
  return (
    <IslandButton
      label="Sign in with a passkey"
      loadingLabel="One moment…"
      note={note}
      fetchIsland={async () => (await import('./passkey-island')).PasskeyIsland}
      islandProps={{}}
      begin={({ drawAhead }) => {
        if (!hasPasskeys()) return null;
        if (wasUsedLast) drawAhead();
        const untouched = new AbortController();
        const draw = ({ target }: Event) => {
          // Whoever presses something has chosen it, and waits for nothing else.
          if ((target as Element).closest('a,button')) return;
          untouched.abort();
          drawAhead();
        };
        addEventListener('pointerdown', draw, untouched);
        addEventListener('keydown', draw, untouched);
        return () => untouched.abort();
      }}
      whenFailed={<Problem problem={{ code: 'request.unsent', ...formErrors['request.unsent'] }} />}
    >
      {children}
    </IslandButton>
  );
}

'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { hasPasskeys } from '@/components/passkey/passkey-support';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { useIsland } from '@/components/ui/use-island';
import { formErrors } from '@/lib/errors/form';

type PasskeySignInProps = {
  /** Under the button. */
  note?: string | undefined;
  /** Where this browser used a passkey last: they are offered at the e-mail before anybody touches the page. */
  wasUsedLast?: boolean;
};

/**
 * The button that signs in with a passkey. All that deals with passkeys is fetched at the first key or touch in the page.
 * Drawn once scripts run, and not at all in a browser without passkeys.
 */
export function PasskeySignIn({ note, wasUsedLast }: PasskeySignInProps) {
  const [isReady, setIsReady] = useState<boolean>();
  const { Island, loading, presses, press, prefetch, drawAhead } = useIsland(() =>
    import('./passkey-island').then(({ PasskeyIsland }) => PasskeyIsland),
  );

  const begin = useEffectEvent((first: AbortController) => {
    setIsReady(hasPasskeys());
    if (!hasPasskeys()) return;
    if (wasUsedLast) drawAhead();
    const draw = ({ target }: Event) => {
      // Whoever presses something, or goes elsewhere, is not asked for the e-mail any more.
      if (target instanceof Element && target.closest('a, button')) return;
      first.abort();
      drawAhead();
    };
    addEventListener('pointerdown', draw, first);
    addEventListener('keydown', draw, first);
  });
  useEffect(() => {
    const first = new AbortController();
    begin(first);
    return () => first.abort();
  }, []);

  if (isReady === false) return null;
  return (
    <div className="grid gap-2 [@media(scripting:none)]:hidden">
      <Button
        className={`w-full ${isReady ? '' : 'invisible'}`}
        aria-busy={loading === 'slow'}
        onClick={press}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        {loading === 'slow' ? 'One moment…' : 'Sign in with a passkey'}
      </Button>
      {note ? <p className="text-center text-small text-muted">{note}</p> : null}
      {Island ? <Island presses={presses} /> : null}
      {loading === 'failed' ? (
        <Problem problem={{ code: 'request.unsent', ...formErrors['request.unsent'] }} />
      ) : null}
    </div>
  );
}

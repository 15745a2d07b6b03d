'use client';

import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { HeldButton } from '@/components/ui/held-button';

type ConsentFormProps = {
  id: string;
  action: string;
  /** The look of `Share and continue`, or null if nothing can be shared yet. */
  share: 'primary' | 'secondary' | null;
  /** Whether there are wallets to tick; null if the app asks for none, or requires one. */
  wallets: 'some' | 'none' | null;
  /** For an app with access: the label of the button that saves no wallet. */
  saves: string | false;
  children: ReactNode;
};

/**
 * Whether the form would share no wallet. Also reads the boxes, which are outside of the form, after each render, since a proof adds one.
 * Without scripts the server's value stays.
 */
function useSharesNone(formId: string, wallets: ConsentFormProps['wallets']): boolean {
  const [sharesNone, setSharesNone] = useState(wallets === 'none');
  useEffect(() => {
    const look = () => {
      const isTicked = document.querySelector(`input[form='${formId}'][name=wallet]:checked`) !== null;
      setSharesNone(wallets !== null && !isTicked);
    };
    look();
    document.addEventListener('change', look);
    // A browser may restore ticks with the page, without a change event.
    addEventListener('pageshow', look);
    return () => {
      document.removeEventListener('change', look);
      removeEventListener('pageshow', look);
    };
  });
  return sharesNone;
}

type Sent = { answer: string; isSlow: boolean };

/** Before this, a change of the button's text would only flicker (milliseconds). */
const quietFor = 200;
/** A user who has stopped the page from loading can press again after this (milliseconds). */
const heldFor = 10_000;

/** A form that the browser submits itself, once: a second press would discard the response to the first. */
export function ConsentForm({ id, action, share, wallets, saves, children }: ConsentFormProps) {
  const sharesNone = useSharesNone(id, wallets);
  const [sent, setSent] = useState<Sent | null>(null);
  useEffect(() => {
    const free = () => setSent(null);
    // Restored from the bfcache after Back.
    addEventListener('pageshow', free);
    return () => removeEventListener('pageshow', free);
  }, []);
  const answer = sent?.answer;
  useEffect(() => {
    if (answer === undefined) return;
    const timers = [
      setTimeout(() => setSent({ answer, isSlow: true }), quietFor),
      setTimeout(() => setSent(null), heldFor),
    ];
    return () => timers.forEach(clearTimeout);
  }, [answer]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (sent) return event.preventDefault();
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    setSent({ answer: pressed instanceof HTMLButtonElement ? pressed.value : '', isSlow: false });
  };
  const [toShare, sharing] = saves
    ? [sharesNone ? saves : 'Save selection', 'Saving…']
    : sharesNone
      ? ['Continue without a wallet', 'Continuing…']
      : ['Share and continue', 'Sharing…'];
  const isSlow = (name: string) => sent?.isSlow && answer === name;
  return (
    <form id={id} method="post" action={action} onSubmit={send}>
      {children}
      <div className="grid gap-2">
        {share ? (
          <HeldButton type="submit" name="answer" value="share" variant={share} isBusy={sent !== null}>
            {isSlow('share') ? sharing : toShare}
          </HeldButton>
        ) : null}
        <Button
          type="submit"
          name="answer"
          value="cancel"
          variant={share ? 'quiet' : 'secondary'}
          aria-disabled={sent !== null}
        >
          {isSlow('cancel') ? 'Going back…' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}

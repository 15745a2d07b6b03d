'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useAddingPasskey } from '@/app/(signed-in)/security/passkeys/use-adding-passkey';
import type { NamedPasskey } from '@/components/passkey/add-passkey-here';
import { ConfirmAccessLink, SignInLink } from '@/components/ui/access-links';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { isStepUpError } from '@/lib/auth/step-up/step-up-errors';
import type { Problem as ProblemText } from '@/lib/problem';
import { declinePasskeyOfferAction } from './actions';

type Step =
  | { name: 'offered' | 'asking' | 'waiting' | 'saving' | 'declined' }
  | { name: 'failed'; problem: ProblemText }
  | { name: 'added'; passkey: NamedPasskey };

/** The card stays until the next page, so that nothing moves. */
export function PasskeyCard() {
  const [step, setStep] = useState<Step>({ name: 'offered' });
  const adder = useAddingPasskey((name) => setStep({ name }));
  const wasPressed = useRef(false);
  const place = useRef<HTMLElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const router = useRouter();

  useEffect(() => {
    if (step.name === 'failed') return place.current?.querySelector<HTMLElement>('[role=alert]')?.focus();
    // The focused button is gone; after Cancel, the first one is back.
    if (document.activeElement !== document.body || !wasPressed.current) return;
    const back = step.name === 'offered' ? result.current?.querySelector('button') : result.current;
    back?.focus();
  }, [step]);

  const add = async () => {
    wasPressed.current = true;
    const adding = await adder.add();
    if (!adding) return;
    if (adding.status === 'added') return setStep({ name: 'added', passkey: adding.passkey });
    setStep({ name: 'failed', problem: adding.problem });
    // The page below may list no passkey yet. After `added`, the response has updated it.
    if (adding.mayBeAdded) router.refresh();
  };
  const cancel = () => {
    adder.cancel();
    setStep({ name: 'offered' });
  };
  const decline = () => {
    wasPressed.current = true;
    setStep({ name: 'declined' });
    // If this fails, the passkey is offered again later.
    declinePasskeyOfferAction({}).catch(() => undefined);
  };

  const isAsking = step.name === 'asking' || step.name === 'waiting';
  return (
    <section
      ref={place}
      aria-labelledby="passkey-offer"
      className="mb-8 grid gap-3 rounded-card border border-hairline bg-surface p-4 no-js:hidden"
    >
      <div>
        <p id="passkey-offer" className="font-semibold">
          {step.name === 'added' ? 'Next time, sign in with your passkey' : 'Sign in faster next time'}
        </p>
        <p className="text-muted">
          Use your fingerprint, face or screen lock instead of typing. A passkey can't be guessed or phished.
        </p>
      </div>
      {step.name === 'failed' ? (
        <>
          <Problem problem={step.problem} />
          {isStepUpError(step.problem.code) ? (
            <ConfirmAccessLink code={step.problem.code} pressed="Add a passkey" onConfirmed={add} />
          ) : null}
          {step.problem.code === 'auth.signed_out' ? <SignInLink /> : null}
        </>
      ) : null}
      <div ref={result} tabIndex={-1} className="flex min-h-11 flex-wrap items-center gap-x-3 outline-none">
        {step.name === 'offered' || step.name === 'failed' ? (
          <>
            <Button onClick={add}>Add a passkey</Button>
            <Button variant="quiet" onClick={decline}>
              Not now
            </Button>
          </>
        ) : null}
        {/* Present before it has text: not all screen readers announce a region inserted together with its text. */}
        <p role="status" className="[overflow-wrap:anywhere]">
          {isAsking ? 'Waiting for your device…' : null}
          {step.name === 'saving' ? 'Saving it…' : null}
          {step.name === 'declined' ? 'You can add one at any time under Security.' : null}
          {step.name === 'added' ? (
            <>
              <span className="font-semibold">Passkey added.</span> It is called “{step.passkey.name}”.
            </>
          ) : null}
        </p>
        {isAsking ? <Button onClick={cancel}>Cancel</Button> : null}
        {step.name === 'added' ? (
          <a href="/security#passkeys" className="tappable">
            Rename it
          </a>
        ) : null}
      </div>
    </section>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { addPasskeyHere, type NamedPasskey } from '@/components/passkey/add-passkey-here';
import { Button } from '@/components/ui/button';
import { ConfirmAccessLink } from '@/components/ui/confirm-access-link';
import { Problem } from '@/components/ui/problem';
import { SignInLink } from '@/components/ui/sign-in-link';
import { needsStepUp } from '@/lib/auth/step-up/needs-step-up';
import type { Problem as ProblemText } from '@/lib/problem';
import { addPasskeyAction, startAddingPasskeyAction } from '../security/passkeys/actions';
import { declinePasskeyOfferAction } from './actions';

type Step =
  | { name: 'offered' | 'waiting' | 'saving' | 'declined' }
  | { name: 'failed'; problem: ProblemText }
  | { name: 'added'; passkey: NamedPasskey };

/**
 * Offers a passkey to somebody who has just typed a password or a code. Whatever is answered, the card keeps its place until
 * the next page, so that nothing moves under a finger.
 */
export function PasskeyCard() {
  const [step, setStep] = useState<Step>({ name: 'offered' });
  const running = useRef<AbortController>(undefined);
  const result = useRef<HTMLDivElement>(null);
  const router = useRouter();

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    // The button that had the focus is gone.
    if (step.name !== 'offered' && document.activeElement === document.body) result.current?.focus();
  }, [step]);

  const add = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setStep({ name: 'waiting' });
    const adding = await addPasskeyHere(
      { start: startAddingPasskeyAction, add: addPasskeyAction },
      { signal: controller.signal, tell: (name) => setStep({ name }) },
    );
    running.current = undefined;
    if (adding.status === 'added') {
      setStep({ name: 'added', passkey: adding.passkey });
      // The page may say below that there is none.
      router.refresh();
    } else if (adding.status === 'failed') setStep({ name: 'failed', problem: adding.problem });
    else setStep({ name: 'offered' });
  };
  const decline = () => {
    setStep({ name: 'declined' });
    // Without an answer it is offered again some day, and that is all.
    declinePasskeyOfferAction({}).catch(() => undefined);
  };

  return (
    <section
      aria-labelledby="passkey-offer"
      className="mb-8 grid gap-3 rounded-card border border-hairline bg-surface p-4 [@media(scripting:none)]:hidden"
    >
      <div>
        <p id="passkey-offer" className="font-semibold">
          Sign in faster next time
        </p>
        <p className="text-muted">
          Use your fingerprint, face or screen lock instead of typing. A passkey can't be guessed or phished.
        </p>
      </div>
      {step.name === 'failed' ? (
        <>
          <Problem problem={step.problem} />
          {needsStepUp(step.problem.code) ? (
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
        {/* There before it says anything: a region that appears together with its text is not announced everywhere. */}
        <p role="status" className="[overflow-wrap:anywhere]">
          {step.name === 'waiting' ? 'Waiting for your device…' : null}
          {step.name === 'saving' ? 'Adding it…' : null}
          {step.name === 'declined' ? 'You can add one any time under Security.' : null}
          {step.name === 'added' ? (
            <>
              <span className="font-semibold">Passkey added.</span> It is called “{step.passkey.name}”.
            </>
          ) : null}
        </p>
        {step.name === 'waiting' ? <Button onClick={() => running.current?.abort()}>Cancel</Button> : null}
        {step.name === 'added' ? (
          <a href="/security#passkeys" className="tappable">
            Rename it
          </a>
        ) : null}
      </div>
    </section>
  );
}

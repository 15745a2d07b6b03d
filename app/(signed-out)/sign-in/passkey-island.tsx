'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNext } from '@/components/next-param';
import { type Autofill, startAutofill } from '@/components/passkey/autofill';
import { type PasskeyStep, runPasskey } from '@/components/passkey/run-passkey';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { formErrors } from '@/lib/errors/form';
import type { Problem as ProblemText } from '@/lib/problem';
import { signInWithPasskeyAction, startPasskeySignInAction } from './actions';

const start = () => startPasskeySignInAction({});
const unsent = { code: 'request.unsent', ...formErrors['request.unsent'] } as const;

/** What is said below the button meanwhile. */
const sentences: Record<PasskeyStep, string> = {
  starting: 'One moment…',
  asking: 'Waiting for your passkey…',
  checking: 'Signing in…',
};

type Picked = Pick<Parameters<typeof runPasskey>[0], 'request' | 'credential'>;

/**
 * Signs in with a passkey: by the button, and by the list at the e-mail where the page has one. Only what somebody has
 * begun is answered with words.
 * @param presses how often the button was pressed.
 */
export function PasskeyIsland({ presses }: { presses: number }) {
  const next = useNext();
  const [step, setStep] = useState<PasskeyStep>();
  const [problem, setProblem] = useState<ProblemText>();
  const place = useRef<HTMLDivElement>(null);
  const autofill = useRef<Autofill>(undefined);
  const running = useRef<AbortController>(undefined);

  const takeBack = () => {
    const unused = autofill.current?.stop();
    autofill.current = undefined;
    return unused;
  };
  const signIn = async (picked?: Picked) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setStep('starting');
    const unused = takeBack();
    const answer = await runPasskey({
      start,
      send: (used) => signInWithPasskeyAction({ ...used, next }),
      signal: controller.signal,
      onStep: setStep,
      ...(picked ?? { request: await unused }),
    }).catch(() => ({ ok: false as const, problem: unsent }));
    if (running.current !== controller) return;
    // A whole page: nothing of the signed-out one may stay.
    if (answer.ok) return location.assign(answer.redirectTo);
    running.current = undefined;
    setStep(undefined);
    setProblem(answer.problem);
  };

  const press = useEffectEvent(() => void signIn());
  useEffect(() => {
    if (presses > 0) press();
  }, [presses]);

  const offer = useEffectEvent((event?: Event) => {
    // Whoever presses something waits for that, and not for a challenge before it.
    if (autofill.current || running.current || isPressing(event)) return;
    autofill.current = startAutofill({
      start,
      onPicked: (request, credential) => void signIn({ request, credential }),
    });
  });
  /** Another form goes on: what was said of a passkey is over, and one is offered again should it come back. */
  const giveWay = useEffectEvent(() => {
    takeBack();
    setProblem(undefined);
  });
  const leave = useEffectEvent(() => {
    takeBack();
    running.current?.abort();
    running.current = undefined;
  });
  useEffect(() => {
    const here = new AbortController();
    if (document.querySelector('[autocomplete~=webauthn]')) {
      // This is drawn because of a key or a touch, or because a passkey was used last.
      offer();
      addEventListener('pointerdown', (event) => offer(event), here);
      addEventListener('keydown', (event) => offer(event), here);
      addEventListener('submit', () => giveWay(), { signal: here.signal, capture: true });
    }
    return () => {
      here.abort();
      leave();
    };
  }, []);

  useEffect(() => {
    if (problem) place.current?.querySelector<HTMLElement>('[role=alert]')?.focus();
  }, [problem]);

  return (
    <div ref={place} className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        {/* There before it says anything: a region that appears together with its text is not announced everywhere. */}
        <p role="status" className={step ? 'text-muted' : 'sr-only'}>
          {step ? sentences[step] : ''}
        </p>
        {step === 'asking' ? <Button onClick={() => running.current?.abort()}>Cancel</Button> : null}
      </div>
      {problem ? <Problem problem={problem} /> : null}
    </div>
  );
}

function isPressing(event: Event | undefined): boolean {
  const target = event?.target;
  return (
    (target instanceof Element && target.closest('a, button') !== null) ||
    document.querySelector('a:active, button:active, form[aria-busy=true]') !== null
  );
}

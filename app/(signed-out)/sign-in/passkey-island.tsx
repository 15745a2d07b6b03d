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
  const cancel = useRef<AbortController>(undefined);

  const signIn = async (picked?: Picked) => {
    if (cancel.current) return;
    const begun = new AbortController();
    cancel.current = begun;
    setProblem(undefined);
    setStep('starting');
    const answer = await runPasskey({
      start,
      send: (used) => signInWithPasskeyAction({ ...used, next }),
      signal: begun.signal,
      onStep: setStep,
      ...(picked ?? { request: await autofill.current?.stop() }),
    }).catch(() => ({ ok: false as const, problem: unsent }));
    // A whole page: nothing of the signed-out one may stay.
    if (answer.ok) return location.assign(answer.redirectTo);
    cancel.current = undefined;
    setStep(undefined);
    setProblem(answer.problem);
  };

  const press = useEffectEvent(() => void signIn());
  useEffect(() => {
    if (presses === 0) return;
    // Not at once: in development React takes the first effect back, which would cancel.
    const soon = setTimeout(() => press());
    return () => clearTimeout(soon);
  }, [presses]);

  const offer = useEffectEvent(() => {
    // Whoever has begun otherwise is not kept waiting for a challenge.
    if (presses > 0 || !document.querySelector('[autocomplete~=webauthn]')) return;
    if (document.querySelector('form[aria-busy=true]')) return;
    autofill.current = startAutofill({
      start,
      onPicked: (request, credential) => void signIn({ request, credential }),
    });
  });
  useEffect(() => {
    offer();
    const stop = () => void autofill.current?.stop();
    document.addEventListener('submit', stop, true);
    return () => {
      stop();
      cancel.current?.abort();
      document.removeEventListener('submit', stop, true);
    };
  }, []);

  useEffect(() => {
    if (problem) place.current?.querySelector<HTMLElement>('[role=alert]')?.focus();
  }, [problem]);

  return (
    <div ref={place} className="grid gap-2 empty:hidden">
      <div className="flex items-center justify-between gap-4">
        {/* There before it says anything: a region that appears together with its text is not announced everywhere. */}
        <p role="status" className={step ? 'text-muted' : 'sr-only'}>
          {step ? sentences[step] : ''}
        </p>
        {step === 'asking' ? <Button onClick={() => cancel.current?.abort()}>Cancel</Button> : null}
      </div>
      {problem ? <Problem problem={problem} /> : null}
    </div>
  );
}

'use client';

import { isRedirectError } from 'next/dist/client/components/redirect-error';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Autofill, makeAutofill } from '@/components/passkey/autofill';
import { type PasskeyStep, runPasskey } from '@/components/passkey/run-passkey';
import { useNext } from '@/components/sign-in/next-param';
import { Button } from '@/components/ui/button';
import { neverRestore } from '@/components/ui/never-restore';
import { Problem } from '@/components/ui/problem';
import type { PasskeyRequest } from '@/lib/auth/passkey/passkey-options';
import { passkeyUseErrors } from '@/lib/errors/passkey-ceremony';
import type { CallAnswer } from '@/lib/forms/action';
import type { Problem as ProblemText } from '@/lib/problem';
import { signInWithPasskeyAction } from './actions';

const unanswered = { code: 'passkey.unanswered', ...passkeyUseErrors['passkey.unanswered'] } as const;

const sentences: Record<PasskeyStep, string> = {
  starting: 'One moment…',
  asking: 'Waiting for your device…',
  checking: 'Signing in…',
};

type Picked = Pick<Parameters<typeof runPasskey>[0], 'request' | 'credential'>;

/** Stays silent about an autofill that the user didn't start. @param presses how often the button was pressed. */
export function PasskeyIsland({ presses }: { presses: number }) {
  const next = useNext();
  const [step, setStep] = useState<PasskeyStep>();
  const [problem, setProblem] = useState<ProblemText>();
  const place = useRef<HTMLDivElement>(null);
  const autofill = useRef<Autofill>(undefined);
  const running = useRef<AbortController>(undefined);

  const signIn = async (picked?: Picked) => {
    if (running.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProblem(undefined);
    setStep(picked ? 'checking' : 'starting');
    const unused = autofill.current?.takeOver();
    const answer = await runPasskey({
      start: () => requestChallenge(signal),
      send: (used) => signInWithPasskeyAction({ ...used, next }),
      signal,
      onStep: (now) => signal.aborted || setStep(now),
      ...(picked ?? { request: await unused }),
    }).catch((error) => (isRedirectError(error) ? null : { ok: false as const, problem: unanswered }));
    if (!answer || answer.ok) neverRestore();
    // A server of the version before answers with the path.
    if (answer?.ok) location.assign(answer.redirectTo);
    if (!answer || answer.ok || signal.aborted) return;
    running.current = undefined;
    setStep(undefined);
    setProblem(answer.problem);
  };
  const end = () => {
    running.current?.abort();
    running.current = undefined;
    autofill.current?.stop();
  };
  const cancel = () => {
    end();
    setStep(undefined);
    place.current?.parentElement?.querySelector('button')?.focus();
  };

  const press = useEffectEvent(() => void signIn());
  useEffect(() => {
    if (presses > 0) press();
  }, [presses]);

  const pick = useEffectEvent((picked: Picked) => void signIn(picked));
  const offer = useEffectEvent((event?: Event) => {
    // Pressing a control starts something else.
    if (!running.current && !isPressing(event)) autofill.current?.offer();
  });
  /** Another form was submitted: stops the autofill and clears its error. A later touch offers a passkey again. */
  const giveWay = useEffectEvent(() => {
    autofill.current?.stop();
    setProblem(undefined);
  });
  /** The browser restored this page from the bfcache, so pending requests never finish. */
  const returnFromProvider = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    end();
    setStep(undefined);
  });
  const leave = useEffectEvent(end);
  useEffect(() => {
    const here = new AbortController();
    addEventListener('pageshow', (event) => returnFromProvider(event), here);
    if (document.querySelector('[autocomplete~=webauthn]')) {
      autofill.current = makeAutofill({
        start: requestChallenge,
        onPicked: (request, credential) => pick({ request, credential }),
      });
      // The island is mounted by the first key or touch, by a press, or because a passkey was used last.
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
    // Takes no space while empty, not even the gap before it, so that nothing moves when it is rendered.
    <div ref={place} data-busy={step} className={`grid gap-2 ${step || problem ? '' : '-mt-2'}`}>
      <div className="flex items-center justify-between gap-4">
        {/* Present before it has text: not all screen readers announce a region inserted together with its text. */}
        <p role="status" className={step ? 'text-muted' : 'sr-only'}>
          {step ? sentences[step] : ''}
        </p>
        {step && step !== 'checking' ? <Button onClick={cancel}>Cancel</Button> : null}
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

/** Requests a challenge for sign-in. Throws if the response isn't the site's own, and when `signal` aborts. */
async function requestChallenge(signal: AbortSignal): Promise<CallAnswer<PasskeyRequest>> {
  const answer = await fetch('/api/passkeys/challenge', { method: 'POST', signal });
  const said = await answer.json();
  if (typeof said?.ok !== 'boolean') throw new Error('/api/passkeys/challenge returned no JSON result');
  return said;
}

'use client';

import { isRedirectError } from 'next/dist/client/components/redirect-error';
import { useEffect, useRef, useState } from 'react';
import { hasPasskeys } from '@/components/passkey/has-passkeys';
import type { PasskeyStep } from '@/components/passkey/run-passkey';
import { useNext } from '@/components/sign-in/next-param';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { useIdleFetch } from '@/components/ui/use-idle-fetch';
import { passkeyUseErrors } from '@/lib/errors/passkey-ceremony';
import { passkeyStepUpErrors } from '@/lib/errors/passkey-step-up';
import { type Problem as ProblemText, toProblem } from '@/lib/problem';
import { confirmByPasskeyAction, startPasskeyStepUpAction } from './actions';

type Step = { name: 'ready' | PasskeyStep } | { name: 'failed'; problem: ProblemText };

const sentences: Record<PasskeyStep, string> = {
  starting: 'One moment…',
  asking: 'Waiting for your device…',
  checking: 'Checking…',
};

/** Needs scripts. Without `onConfirmed`, the browser goes to `next`. */
export function PasskeyMethod({ onConfirmed }: { onConfirmed?: () => void }) {
  const next = useNext();
  const [canUse, setCanUse] = useState<boolean>();
  const [step, setStep] = useState<Step>({ name: 'ready' });
  const running = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const failure = useRef<HTMLDivElement>(null);
  useIdleFetch(fetchCeremony);
  const busyAt = step.name === 'ready' || step.name === 'failed' ? null : step.name;

  useEffect(() => {
    setCanUse(hasPasskeys());
    // The page is gone, so the browser's dialog must close.
    return () => running.current?.abort();
  }, []);
  useEffect(() => {
    if (canUse) button.current?.focus();
  }, [canUse]);
  useEffect(() => {
    if (step.name === 'failed') failure.current?.querySelector<HTMLElement>('[role=alert]')?.focus();
  }, [step]);

  const confirm = async () => {
    if (busyAt) return;
    const controller = new AbortController();
    running.current = controller;
    setStep({ name: 'starting' });
    const answer = await confirmHere(
      { next, ...(onConfirmed && { inPlace: 'yes' as const }) },
      controller.signal,
      (name) => running.current === controller && setStep({ name }),
    );
    if (!answer || running.current !== controller) return;
    running.current = undefined;
    if (!answer.ok) return setStep({ name: 'failed', problem: answer.problem });
    // A server of the version before answers with the path.
    if (answer.redirectTo) location.assign(answer.redirectTo);
    else onConfirmed?.();
  };
  const cancel = () => {
    running.current?.abort();
    running.current = undefined;
    setStep({ name: 'ready' });
    button.current?.focus();
  };

  if (canUse === false) return <p>This browser can't use passkeys. Confirm another way.</p>;
  return (
    <div className="grid gap-4">
      <p>When your browser asks, use your fingerprint, face or screen lock.</p>
      {step.name === 'failed' ? (
        <div ref={failure}>
          <Problem problem={step.problem} />
        </div>
      ) : null}
      <Button
        ref={button}
        variant="primary"
        className={`w-full no-js:hidden ${canUse ? '' : 'invisible'}`}
        aria-disabled={busyAt !== null}
        onClick={confirm}
      >
        Use a passkey
      </Button>
      {busyAt ? (
        <p role="status" className="text-muted">
          {sentences[busyAt]}
        </p>
      ) : null}
      {busyAt && busyAt !== 'checking' ? <Button onClick={cancel}>Cancel</Button> : null}
      <p className="hidden text-muted no-js:block">Passkeys need JavaScript. Confirm another way.</p>
    </div>
  );
}

type Place = { next: string | undefined; inPlace?: 'yes' };

const fetchCeremony = () => import('@/components/passkey/run-passkey');

/** @returns null if the action has redirected. */
async function confirmHere(place: Place, signal: AbortSignal, tell: (step: PasskeyStep) => void) {
  const answer = await fetchCeremony()
    .then(({ runPasskey }) =>
      runPasskey({
        start: () => startPasskeyStepUpAction({}),
        send: (used) => confirmByPasskeyAction({ ...used, ...place }),
        signal,
        onStep: tell,
      }),
    )
    .catch((error) => (isRedirectError(error) ? null : { ok: false as const, problem: unanswered }));
  return answer && !answer.ok && answer.problem.code === 'passkey.not_used'
    ? { ok: false as const, problem: notUsed }
    : answer;
}

const unanswered = toProblem('passkey.unanswered', passkeyUseErrors['passkey.unanswered']);
const notUsed = toProblem('step_up.passkey_not_used', passkeyStepUpErrors['step_up.passkey_not_used']);

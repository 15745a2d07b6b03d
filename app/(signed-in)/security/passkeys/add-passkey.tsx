'use client';

import { useRouter } from 'next/navigation';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { takeAddClick } from '@/components/passkey/add-passkey-click';
import type { NamedPasskey } from '@/components/passkey/add-passkey-here';
import { hasPasskeys } from '@/components/passkey/has-passkeys';
import type { ConfirmAccessLink, SignInLink } from '@/components/ui/access-links';
import { Button } from '@/components/ui/button';
import { changeAddress } from '@/components/ui/change-address';
import { focusOnceLoaded } from '@/components/ui/focus-once-loaded';
import { Problem } from '@/components/ui/problem';
import { isStepUpError } from '@/lib/auth/step-up/step-up-errors';
import { resumeParameter } from '@/lib/http/with-next';
import type { Problem as ProblemText } from '@/lib/problem';
import { RenameForm } from './row-forms';
import { useAddingPasskey } from './use-adding-passkey';

const label = 'Add a passkey';

type Step =
  | { name: 'ready' | 'confirmed' }
  | { name: 'asking' | 'waiting' | 'saving' }
  | { name: 'failed'; problem: ProblemText; wayBack: WayBack | undefined }
  | { name: 'added'; passkey: NamedPasskey };

/** Links to step-up and sign-in, loaded on demand, since few users need them. */
type WayBack = { SignInLink: typeof SignInLink; ConfirmAccessLink: typeof ConfirmAccessLink };

/** The button, then the dialog and the form for the name. Its section is `relative`. @param refusal empty if the user can add one. */
export function AddPasskey({ refusal }: { refusal: string }) {
  const [canUse, setCanUse] = useState<boolean>();
  const [step, setStep] = useState<Step>({ name: 'ready' });
  const adder = useAddingPasskey((name) => setStep({ name }));
  const button = useRef<HTMLButtonElement>(null);
  const failure = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const isBusy = step.name === 'asking' || step.name === 'waiting' || step.name === 'saving';

  useEffect(() => setCanUse(hasPasskeys()), []);
  useEffect(() => {
    if (step.name === 'failed') failure.current?.querySelector<HTMLElement>('[role=alert]')?.focus();
  }, [step]);

  const begin = async () => {
    if (isBusy) return;
    const adding = await adder.add();
    if (!adding) return;
    if (adding.status === 'added') {
      // Updates the list in the response and this form together.
      return startTransition(() => setStep({ name: 'added', passkey: adding.passkey }));
    }
    const { code } = adding.problem;
    const wayBack =
      code === 'auth.signed_out' || isStepUpError(code)
        ? await import('@/components/ui/recovery-link')
        : undefined;
    startTransition(() => {
      setStep({ name: 'failed', problem: adding.problem, wayBack });
      // The list then shows whether the passkey was added.
      if (adding.mayBeAdded) router.refresh();
    });
  };

  const goOn = useEffectEvent(() => void begin());
  useEffect(() => {
    if (canUse && takeAddClick()) goOn();
    // Waits for a press, because some browsers require one before they ask for a passkey.
    if (canUse && takeStoredAddClick()) {
      setStep({ name: 'confirmed' });
      focusOnceLoaded(() => button.current);
    }
  }, [canUse]);

  const cancel = () => {
    adder.cancel();
    setStep({ name: 'ready' });
    button.current?.focus();
  };

  const focusHeading = () => place.current?.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
  const hasNamed = useRef(false);
  const endNaming = () => {
    setStep({ name: 'ready' });
    hasNamed.current = true;
    // With the tenth passkey the button disappears.
    if (button.current) button.current.focus();
    else focusHeading();
  };
  // It may also disappear a moment later, with the list, and lose the focus.
  const keepFocus = useEffectEvent(() => {
    if (hasNamed.current && document.activeElement === document.body) focusHeading();
  });
  useEffect(() => {
    if (refusal) keepFocus();
  }, [refusal]);

  if (canUse === false) return <p>This browser can't use passkeys.</p>;
  return (
    <div
      ref={place}
      className={`beside-fact grid gap-3 ${step.name === 'ready' && !refusal ? 'wide:absolute wide:inset-x-0 wide:top-0' : ''}`}
    >
      {refusal ? (
        <p>{refusal}</p>
      ) : (
        <>
          <Button
            ref={button}
            className={`justify-self-start wide:absolute wide:top-5 wide:right-0 no-js:hidden ${canUse ? '' : 'invisible'}`}
            aria-disabled={isBusy}
            onClick={begin}
          >
            {label}
          </Button>
          <p className="hidden no-js:block">Adding a passkey needs JavaScript.</p>
        </>
      )}
      {step.name === 'confirmed' ? <p role="status">Confirmed. Now add the passkey.</p> : null}
      {isBusy ? <Waiting step={step.name} onCancel={cancel} /> : null}
      {step.name === 'failed' ? (
        <div ref={failure} className="grid max-w-form gap-3">
          <Problem problem={step.problem} />
          <WayOn problem={step.problem} links={step.wayBack} onConfirmed={begin} />
        </div>
      ) : null}
      {step.name === 'added' ? (
        <div className="max-w-form rounded-control border border-hairline bg-sunken px-3.5 py-3">
          <p role="status" className="mb-3 font-semibold">
            Passkey added. Give it a name.
          </p>
          <RenameForm passkey={step.passkey} takesFocus keepLabel="Not now" onDone={endNaming} />
        </div>
      ) : null}
    </div>
  );
}

function Waiting({ step, onCancel }: { step: 'asking' | 'waiting' | 'saving'; onCancel: () => void }) {
  return (
    <div className="grid max-w-form justify-items-start gap-3 rounded-control border border-hairline bg-sunken px-3.5 py-3">
      <p role="status">{step === 'saving' ? 'Saving it…' : 'Waiting for your device…'}</p>
      {step === 'saving' ? null : <Button onClick={onCancel}>Cancel</Button>}
    </div>
  );
}

type WayOnProps = { problem: ProblemText; links: WayBack | undefined; onConfirmed: () => void };

function WayOn({ problem: { code }, links, onConfirmed }: WayOnProps) {
  if (!links) return null;
  return code === 'auth.signed_out' ? (
    <links.SignInLink />
  ) : (
    <links.ConfirmAccessLink
      code={code}
      place="#passkeys"
      pressed={label}
      onConfirmed={onConfirmed}
      keep={() => sessionStorage.setItem(keptName, '1')}
    />
  );
}

/** Records the click in this tab's storage, for a user who leaves the page to confirm access. */
const keptName = 'countersign.passkey-wish';

/** @returns whether there was a kept click and the address has the parameter set after confirming. Clears both. */
function takeStoredAddClick(): boolean {
  const isKept = sessionStorage.getItem(keptName) !== null;
  sessionStorage.removeItem(keptName);
  if (!new URLSearchParams(location.search).has(resumeParameter)) return false;
  changeAddress((search) => search.delete(resumeParameter));
  return isKept;
}

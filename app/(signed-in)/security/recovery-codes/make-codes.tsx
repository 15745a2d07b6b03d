'use client';

import { useCallback, useEffect, useRef } from 'react';
import { CopyButton } from '@/components/copy-button';
import { ActionForm } from '@/components/ui/action-form';
import { Button, buttonClasses } from '@/components/ui/button';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { makeRecoveryCodesAction } from './actions';

type MakeCodesProps = {
  /** How many of the codes made before still work. They won't. */
  unusedCount: number;
  account: string;
  siteName: string;
  /** As a part of turning two-step sign-in on: nobody has to ask for the first codes. */
  startsItself: boolean;
};

/** Nothing but the answer to this press ever holds the codes: not the page, and no cookie. */
export function MakeCodes({ unusedCount, account, siteName, startsItself }: MakeCodesProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (startsItself) place.current?.querySelector('form')?.requestSubmit();
  }, [startsItself]);
  return (
    <div ref={place}>
      <ActionForm
        action={makeRecoveryCodesAction}
        whenDone={({ codes = '' }) => (
          <CodesSheet codes={codes.split('\n')} account={account} siteName={siteName} />
        )}
      >
        {(_state, pending) => (
          <>
            <p>We show them once. Save them before you leave or reload the page.</p>
            {unusedCount > 0 ? (
              <p className="text-warning">
                You have {unusedCount} unused {unusedCount === 1 ? 'code' : 'codes'}. Not saved? Make new
                ones; they replace the ones you have.
              </p>
            ) : null}
            <HeldSubmitButton label="Show ten new codes" pendingLabel="Making them…" pending={pending} />
          </>
        )}
      </ActionForm>
    </div>
  );
}

/** The codes, the only time that they are shown, with every way to keep them. */
function CodesSheet({
  codes,
  account,
  siteName,
}: Pick<MakeCodesProps, 'account' | 'siteName'> & { codes: string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const noteSaved = useLeaveWarning();
  const text = `${siteName} recovery codes of ${account}\nEach works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        Save these ten codes
      </h2>
      <p>We won't show them again. If you lose them, make new ones here.</p>
      <p className="hidden print:block">
        {siteName}: {account}
      </p>
      <ol className="grid grid-cols-1 gap-2 rounded-control border border-hairline bg-surface p-4 font-mono wide:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <CopyButton label="Copy" text={text} isButton onCopied={noteSaved} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${siteName} recovery codes.txt`}
          data-saves
          className={buttonClasses('secondary')}
        >
          Download
        </a>
        <Button
          className="[@media(scripting:none)]:hidden"
          onClick={() => {
            noteSaved();
            print();
          }}
        >
          Print
        </Button>
        <a href="/security?done=codes-made" data-saves className={buttonClasses('primary')}>
          I've saved them
        </a>
      </div>
    </div>
  );
}

/**
 * Has the browser ask before this page is left or loaded again, as long as what it shows only once is not saved. A press on
 * a link with `data-saves` saves it.
 * @returns to be called when it is saved another way.
 */
function useLeaveWarning(): () => void {
  const isSaved = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault();
    };
    // The router leaves a page without asking. A link that is kept from it is followed by the browser, which asks.
    const keepFromRouter = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link?.hasAttribute('data-saves')) isSaved.current = true;
      else if (link && !isSaved.current) event.stopPropagation();
    };
    addEventListener('beforeunload', warn);
    // Before the router, which listens at the document.
    addEventListener('click', keepFromRouter, { capture: true });
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('click', keepFromRouter, { capture: true });
    };
  }, []);
  return useCallback(() => {
    isSaved.current = true;
  }, []);
}

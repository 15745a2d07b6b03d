'use client';

import { useCallback, useEffect, useRef } from 'react';
import { useNext } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { Button, buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { CopyButton } from '@/components/ui/copy-button';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { Icon } from '@/components/ui/icon';
import { keepRecoveryCodesAction, makeRecoveryCodesAction, noteCodesKeptAction } from './actions';

type MakeCodesProps = {
  warning: string;
  account: string;
  siteName: string;
  /** Makes the first codes without a press, as part of turning two-step sign-in on. */
  startsItself: boolean;
};

/** Only the response to this press contains the codes: no page and no cookie does. */
export function MakeCodes({ warning, account, siteName, startsItself }: MakeCodesProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (startsItself) place.current?.querySelector('form')?.requestSubmit();
  }, [startsItself]);
  return (
    <div ref={place}>
      <ActionForm
        action={makeRecoveryCodesAction}
        whenDone={({ codes = '', madeAt = '' }) => (
          <CodesSheet codes={codes.split('\n')} madeAt={madeAt} account={account} siteName={siteName} />
        )}
      >
        {(_state, pending) => (
          <>
            {startsItself ? null : <p className="text-warning">{warning}</p>}
            <HeldSubmitButton label="Show ten new codes" pendingLabel="Making them…" pending={pending} />
          </>
        )}
      </ActionForm>
    </div>
  );
}

type CodesSheetProps = Pick<MakeCodesProps, 'account' | 'siteName'> & { codes: string[]; madeAt: string };

function CodesSheet({ codes, madeAt, account, siteName }: CodesSheetProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const next = useNext();
  const noteSaved = useLeaveWarning(madeAt);
  const text = `${siteName} recovery codes of ${account}\nEach works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        Save these ten codes
      </h2>
      <p className="hidden print:block">
        {siteName}: {account}
      </p>
      <div className="rounded-control border border-hairline bg-surface">
        <ol className="grid grid-cols-2 gap-2 px-3 py-4 font-mono text-[12px] min-[400px]:px-5 min-[400px]:text-small wide:text-base">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="grid grid-cols-3 border-t border-hairline [&>*+*]:border-s-hairline [&>span]:grid [&_.button]:rounded-none print:hidden [@media(scripting:none)]:grid-cols-1">
          <CopyButton label="Copy" hasIcon text={text} onCopied={noteSaved} />
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${siteName} recovery codes.txt`}
            onClick={noteSaved}
            className={buttonClasses('quiet')}
          >
            <Icon name="download" />
            Download
          </a>
          <Button variant="quiet" className="[@media(scripting:none)]:hidden" onClick={() => print()}>
            <Icon name="print" />
            Print
          </Button>
        </div>
      </div>
      <div className="grid gap-2 print:hidden">
        <ButtonForm
          action={keepRecoveryCodesAction}
          values={{ madeAt, ...(next && { next }) }}
          isWide
          label="I've saved them"
          pendingLabel="One moment…"
          Submit={HeldSubmitButton}
        />
        <p className="text-center text-small text-muted">If you lose them, make new ones under Security.</p>
      </div>
    </div>
  );
}

/** Makes the browser ask before leaving unsaved codes. @returns call it when they are saved; it records that for the account. */
function useLeaveWarning(madeAt: string): () => void {
  const isSaved = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault();
    };
    // The router leaves a page without asking. Hidden from the router, a link is followed by the browser, which asks.
    const keepFromRouter = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link && !link.hasAttribute('download') && !isSaved.current) event.stopPropagation();
    };
    addEventListener('beforeunload', warn);
    // Runs before the router's listener on the document.
    addEventListener('click', keepFromRouter, { capture: true });
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('click', keepFromRouter, { capture: true });
    };
  }, []);
  return useCallback(() => {
    isSaved.current = true;
    const undo = () => {
      isSaved.current = false;
    };
    noteCodesKeptAction({ madeAt }).then(({ ok }) => ok || undo(), undo);
  }, [madeAt]);
}

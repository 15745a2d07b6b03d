'use client';

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNext } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { Button, buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { Lines } from '@/components/ui/icon';
import { rareIcons } from '@/components/ui/rare-icons';
import { keepRecoveryCodesAction, makeRecoveryCodesAction, noteCodesKeptAction } from './actions';

type MakeCodesProps = {
  warning: string;
  account: string;
  siteName: string;
  /** Makes the first codes without a press, as part of turning two-step sign-in on. */
  startsItself: boolean;
  back: { label: string; path: string };
  children: ReactNode;
};

/** Only the response to this press contains the codes: no page and no cookie does. */
export function MakeCodes(props: MakeCodesProps) {
  const { warning, account, siteName, startsItself, back, children } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (startsItself) place.current?.querySelector('form')?.requestSubmit();
  }, [startsItself]);
  return (
    <div ref={place}>
      <ActionForm
        action={makeRecoveryCodesAction}
        whenDone={({ codes = '', madeAt = '' }) => (
          <CodesSheet codes={codes.split('\n')} madeAt={madeAt} account={account} siteName={siteName}>
            {children}
          </CodesSheet>
        )}
      >
        <p className="text-muted">{children}</p>
        {startsItself ? null : <p className="text-warning">{warning}</p>}
        <HeldSubmitButton label="Show ten new codes" pendingLabel="Creating codes…" />
        <p>
          <a href={back.path} className="tappable">
            {back.label}
          </a>
        </p>
      </ActionForm>
    </div>
  );
}

type CodesSheetProps = Pick<MakeCodesProps, 'account' | 'siteName' | 'children'> & {
  codes: string[];
  madeAt: string;
};

function CodesSheet({ codes, madeAt, account, siteName, children }: CodesSheetProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const next = useNext();
  const { noteSaved, leave, stay } = useLeaveWarning(madeAt);
  const text = `${siteName} recovery codes of ${account}\nEach works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          Save these ten codes
        </h2>
        <p className="text-muted print:hidden">{children}</p>
      </div>
      <p className="hidden print:block">
        {siteName}: {account}
      </p>
      <div className="rounded-control border border-hairline bg-surface">
        <ol className="grid grid-cols-2 gap-2 px-3 py-4 font-mono text-[12px] min-[400px]:px-5 min-[400px]:text-small wide:text-base">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="grid grid-cols-3 border-t border-hairline [&>*+*]:border-s-hairline [&>span]:grid [&_.button]:rounded-none print:hidden no-js:grid-cols-1">
          <CopyButton label="Copy" hasIcon text={text} onCopied={noteSaved} />
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${siteName} recovery codes.txt`}
            onClick={noteSaved}
            className={buttonClasses('quiet')}
          >
            <Lines path={rareIcons.download} />
            Download
          </a>
          <Button variant="quiet" className="no-js:hidden" onClick={() => print()}>
            <Lines path={rareIcons.print} />
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
      <Dialog isOpen={leave !== null} heading="Leave without saving your codes?" onClose={stay}>
        <div className="grid gap-4">
          <p className="text-muted">We won't show them again. You can make new ones under Security.</p>
          <Button variant="primary" onClick={stay}>
            Stay and save them
          </Button>
          <Button variant="danger" onClick={() => leave?.()}>
            Leave without them
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

type LeaveWarning = {
  /** Call it when the codes are saved; it records that for the account. */
  noteSaved: () => void;
  /** Continues to where a press within the site led. Null unless the page has to ask first. */
  leave: (() => void) | null;
  stay: () => void;
};

/** Asks before leaving unsaved codes: the browser if the document goes, else a dialog. */
function useLeaveWarning(madeAt: string): LeaveWarning {
  const isSaved = useRef(false);
  // Lets one departure pass, because it may fail and leave the codes here.
  const mayLeave = useRef(false);
  const [leaving, setLeaving] = useState<{ goOn: () => void }>();
  useEffect(() => {
    const askFirst = (event: Event, goOn: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ goOn });
    };
    const letsPass = () => {
      const passes = isSaved.current || mayLeave.current;
      mayLeave.current = false;
      return passes;
    };
    const askOnUnload = (event: BeforeUnloadEvent) => {
      if (!letsPass()) event.preventDefault();
    };
    const askOnLink = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
      const opensAnother = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || link.hasAttribute('download') || link.target || opensAnother || isSaved.current) return;
      if (link.href.startsWith(`${location.href.split('#')[0]}#`)) return;
      askFirst(event, () => location.assign(link.href));
    };
    // Back to a page that the router left. Other history entries unload the document.
    const askOnBack = (event: NavigateEvent) => {
      const { key, sameDocument } = event.destination;
      const isBack = event.navigationType === 'traverse' && sameDocument && !event.hashChange;
      if (isBack && event.cancelable && !letsPass()) askFirst(event, () => navigation.traverseTo(key));
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('beforeunload', askOnUnload, { signal });
    // Runs before the router's listener.
    addEventListener('click', askOnLink, { capture: true, signal });
    globalThis.navigation?.addEventListener('navigate', askOnBack, { signal });
    return () => listening.abort();
  }, []);
  return {
    noteSaved: useCallback(() => {
      isSaved.current = true;
      const undo = () => {
        isSaved.current = false;
      };
      noteCodesKeptAction({ madeAt }).then(({ ok }) => ok || undo(), undo);
    }, [madeAt]),
    leave:
      leaving === undefined
        ? null
        : () => {
            setLeaving(undefined);
            mayLeave.current = true;
            leaving.goOn();
          },
    stay: () => setLeaving(undefined),
  };
}

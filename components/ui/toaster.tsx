'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as HotToaster, toast, useToasterStore } from 'react-hot-toast';
import { buttonClasses } from './button';
import { Icon } from './icon';
import { successEvent, type Toast } from './show-success';

const shownAtMost = 3;
const shownForMilliseconds = 4000;
const widthInPixels = 356;

type ToasterProps = {
  /** Toasts from before this code loaded. Emptied once shown. */
  waiting: Toast[];
};

/** Shows at most 3 toasts, 4000 ms each, 356 px wide or as wide as the screen. Moves into an open dialog. */
export function Toaster({ waiting }: ToasterProps) {
  const { toasts } = useToasterStore();
  // One element that moves between dialog and body: the library loses its listeners when remounted.
  const [place] = useState(() => document.createElement('div'));
  const [isOverDialog, setIsOverDialog] = useState(false);
  const isPhone = useSyncExternalStore(followPhone, isOnPhone, () => false);

  useEffect(() => {
    const put = (dialog: Element | undefined) => {
      move(place, dialog ?? document.body);
      setIsOverDialog(dialog !== undefined);
    };
    const present = (toast: Toast) => {
      // Elements outside an open modal dialog are inert.
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
      put(dialog);
      dialog?.addEventListener('close', () => put(undefined), { once: true });
      show(toast);
    };
    for (const waited of waiting.splice(0)) present(waited);
    const hear = (event: Event) => present((event as CustomEvent<Toast>).detail);
    addEventListener(successEvent, hear);
    return () => removeEventListener(successEvent, hear);
  }, [waiting, place]);

  useEffect(() => {
    for (const { id } of toasts.filter(({ visible }) => visible).slice(shownAtMost)) toast.dismiss(id);
  }, [toasts]);

  return createPortal(
    <HotToaster
      position={isPhone ? 'top-center' : 'bottom-right'}
      // On phones, toasts appear below the header, because at the bottom they would cover the buttons just pressed.
      // An app's name and a sheet leave room for them (--toasts-below). Elsewhere, above the footer's rows.
      containerStyle={{ top: isOverDialog ? 12 : 'var(--toasts-below, 64px)', bottom: 98 }}
      toastOptions={{
        duration: shownForMilliseconds,
        style: {
          width: widthInPixels,
          maxWidth: 'calc(100vw - 32px)',
          justifyContent: 'flex-start',
          padding: '12px 14px',
          background: 'var(--surface)',
          color: 'var(--ink)',
          border: '1px solid var(--hairline)',
          borderRadius: 10,
          boxShadow: 'var(--lifted)',
          position: 'relative',
          overflow: 'hidden',
        },
      }}
    />,
    place,
  );
}

/** Moves the element with `moveBefore`, if available, which keeps animations and focus. */
function move(element: Element, to: Element & { moveBefore?: (node: Element, child: null) => void }): void {
  if (element.parentNode === to) return;
  if (element.isConnected && to.moveBefore) to.moveBefore(element, null);
  else to.append(element);
}

/** The breakpoint in `app/style/rules.pcss`. */
const phone = '(width < 640px)';
const isOnPhone = () => matchMedia(phone).matches;

function followPhone(changed: () => void): () => void {
  const media = matchMedia(phone);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Uses this site's tick icon: the library's own is animated, and stays half drawn with reduced motion. */
function show({ text, undo, isFailure = false }: Toast): void {
  const options = { icon: isFailure ? <span aria-hidden="true">!</span> : <Icon name="tick" /> };
  if (!undo) {
    toast.success(<span className="w-full">{text}</span>, options);
    return;
  }
  toast.success(({ id }) => {
    let isClosed = false;
    let times = 0;
    const draw = (duration: number) => isClosed || toast.success(content(), { ...options, id, duration });
    const content = () => (
      <span className="flex w-full items-center justify-between gap-3">
        {text}
        <button
          type="button"
          className={buttonClasses('quiet', '-my-2 -mr-1.5 font-semibold! text-ink!')}
          // A focused toast stays. Its time starts again afterwards, as the library counts it from the last draw.
          onFocus={() => draw(Number.POSITIVE_INFINITY)}
          onBlur={() => draw(shownForMilliseconds)}
          onClick={async () => {
            isClosed = true;
            toast.dismiss(id);
            show(await undo());
          }}
        >
          Undo
        </button>
        <span key={times++} aria-hidden="true" className="time-left" />
      </span>
    );
    return content();
  }, options);
}

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
  /** Toasts from before this code had loaded. Emptied once they are shown. */
  waiting: Toast[];
};

/**
 * Shows at most 3 toasts, 4000 ms each, 356 px wide where the screen is. Those that come while a dialog is open lie
 * over it.
 */
export function Toaster({ waiting }: ToasterProps) {
  const { toasts } = useToasterStore();
  // Moved as a whole: the library forgets who listens when its part is made again.
  const [place] = useState(() => document.createElement('div'));
  const [isOverDialog, setIsOverDialog] = useState(false);
  const isPhone = useSyncExternalStore(followPhone, isOnPhone, () => false);

  useEffect(() => {
    const put = (dialog: Element | undefined) => {
      move(place, dialog ?? document.body);
      setIsOverDialog(dialog !== undefined);
    };
    const present = (toast: Toast) => {
      // Elements outside an open dialog can't be pressed, so toasts move into it.
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
      // On a phone, toasts lie below the header, because at the bottom they would cover the buttons that were just
      // pressed. An app's name and a sheet leave room for them.
      containerStyle={{ top: isOverDialog ? 12 : 'var(--toasts-below, 64px)', bottom: 16 }}
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

/** With its animations and the focus as they are, where the browser can do that. */
function move(element: Element, to: Element & { moveBefore?: (node: Element, child: null) => void }): void {
  if (element.parentNode === to) return;
  if (element.isConnected && to.moveBefore) to.moveBefore(element, null);
  else to.append(element);
}

/** The breakpoint of `app/style/rules.pcss`. */
const phone = '(width < 640px)';
const isOnPhone = () => matchMedia(phone).matches;

function followPhone(changed: () => void): () => void {
  const media = matchMedia(phone);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** With a tick of our own: the library's draws itself, and stays half drawn where motion is reduced. */
function show({ text, undo, isFailure = false }: Toast): void {
  const options = { icon: isFailure ? <span aria-hidden="true">!</span> : <Icon name="tick" /> };
  if (!undo) {
    toast.success(<span className="w-full">{text}</span>, options);
    return;
  }
  toast.success(({ id }) => {
    let isOver = false;
    let duration = shownForMilliseconds;
    let focusedAt = 0;
    const draw = (shownFor: number) =>
      isOver || toast.success(content, { ...options, id, duration: shownFor });
    const content = (
      <span className="flex w-full items-center justify-between gap-3">
        {text}
        <button
          type="button"
          className={buttonClasses('quiet', '-my-2 -mr-1.5 font-semibold! text-ink!')}
          // A toast stays while it has the focus, as it does under a pointer.
          onFocus={() => {
            focusedAt = Date.now();
            draw(Number.POSITIVE_INFINITY);
          }}
          onBlur={() => {
            duration += Date.now() - focusedAt;
            draw(duration);
          }}
          onClick={async () => {
            isOver = true;
            toast.dismiss(id);
            show(await undo());
          }}
        >
          Undo
        </button>
        <span aria-hidden="true" className="time-left" />
      </span>
    );
    return content;
  }, options);
}

'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { Toaster as HotToaster, toast, useToasterStore } from 'react-hot-toast';
import { buttonClasses } from './button';
import { Icon } from './icon';
import { successEvent, type Toast } from './show-success';

const shownAtMost = 3;
const shownForMilliseconds = 4000;
const widthInPixels = 356;

type ToasterProps = {
  /** Those that this code was loaded for. Emptied once they are shown. */
  waiting: Toast[];
};

/** At most 3 toasts at a time, 4000 ms each, 356 px wide where the screen is. */
export function Toaster({ waiting }: ToasterProps) {
  const { toasts } = useToasterStore();
  const isPhone = useSyncExternalStore(followPhone, isOnPhone, () => false);

  useEffect(() => {
    for (const waited of waiting.splice(0)) show(waited);
    const hear = (event: Event) => show((event as CustomEvent<Toast>).detail);
    addEventListener(successEvent, hear);
    return () => removeEventListener(successEvent, hear);
  }, [waiting]);

  useEffect(() => {
    for (const { id } of toasts.filter(({ visible }) => visible).slice(shownAtMost)) toast.dismiss(id);
  }, [toasts]);

  return (
    <HotToaster
      position={isPhone ? 'top-center' : 'bottom-right'}
      // On a phone below the header, over the heading: at the bottom it lies on the buttons of what was just pressed. A page
      // that names an app there has it over the header.
      containerStyle={{ top: 'var(--toasts-below, 64px)', bottom: 16 }}
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
        },
      }}
    />
  );
}

/** As the breakpoint of `app/globals.css`. */
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
  toast.success(({ id, createdAt }) => {
    let isOver = false;
    const draw = (duration: number) => isOver || toast.success(content, { ...options, id, duration });
    const content = (
      <span className="flex w-full items-center justify-between gap-3">
        {text}
        <button
          type="button"
          className={buttonClasses('quiet', '-my-2 -mr-1.5 text-ink')}
          // It stays while it has the focus, as under a pointer.
          onFocus={() => draw(Number.POSITIVE_INFINITY)}
          onBlur={() => draw(Date.now() - createdAt + shownForMilliseconds)}
          onClick={async () => {
            isOver = true;
            toast.dismiss(id);
            show(await undo());
          }}
        >
          Undo
        </button>
      </span>
    );
    return content;
  }, options);
}

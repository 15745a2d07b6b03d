import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from './dialog';
import { CloseDialogContext, isDialogPending } from './dialog-state';
import { Lines } from './icon';

const icons = {
  link: 'M6.75 9.25a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.25 6.75a2.6 2.6 0 0 0-3.7 0l-2.3 2.3a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  pencil: 'M10.75 2.7a1.5 1.5 0 0 1 2.12 0l.43.43a1.5 1.5 0 0 1 0 2.12L5.9 12.65l-3.4.85.85-3.4z',
  star: 'm8 2.1 1.8 3.65 4.05.6-2.93 2.85.7 4.02L8 11.33l-3.62 1.89.7-4.02L2.15 6.35l4.05-.6z',
  sign: 'M2 14h12M2.5 10.5C5 9.8 6.3 2.75 7.9 2.75S6.1 10.3 8 10.3s1.7-2.8 2.7-2.8-.1 2.4 1.1 2.4c.8 0 1-.5 1.7-.5',
  out: 'M9.75 2.5h3.75v3.75M13.5 2.5l-6 6M11.5 9.25v3a1.25 1.25 0 0 1-1.25 1.25h-6.5A1.25 1.25 0 0 1 2.5 12.25v-6.5A1.25 1.25 0 0 1 3.75 4.5h3',
  hide: 'M2.5 2.5l11 11M6.5 3.9A6.6 6.6 0 0 1 8 3.75c3.5 0 5.5 4.25 5.5 4.25a9 9 0 0 1-1.6 2.2M4.3 5.3A9 9 0 0 0 2.5 8s2 4.25 5.5 4.25a5.6 5.6 0 0 0 2-.4',
  plus: 'M8 3v10M3 8h10',
  trash:
    'M2.5 4.25h11M6 4.25V3a.75.75 0 0 1 .75-.75h2.5A.75.75 0 0 1 10 3v1.25M4 4.25l.55 8.3A1.25 1.25 0 0 0 5.8 13.75h4.4a1.25 1.25 0 0 0 1.25-1.2L12 4.25',
};

type MenuProps = {
  label: string;
  opener: HTMLElement;
  onClose: () => void;
  children: ReactNode;
};

/** Opens below its button, or above it without room. Its parent must be `relative` and contain the button. */
export function Menu({ label, opener, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [isAbove, setIsAbove] = useState(false);

  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    // On phones, the navigation bar covers the end of the page.
    const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
    const { bottom, top } = opener.getBoundingClientRect();
    setIsAbove(bottom + element.offsetHeight + 4 > innerHeight - covered && top > element.offsetHeight + 4);
    listItems(element)[0]?.focus({ preventScroll: true });
  }, [opener]);

  const closeFromOutside = useEffectEvent(({ target }: PointerEvent) => {
    if (!menu.current?.contains(target as Node) && !opener.contains(target as Node)) onClose();
  });
  useEffect(() => {
    const listen = (event: PointerEvent) => closeFromOutside(event);
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, []);

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      opener.focus();
      onClose();
      return;
    }
    const items = menu.current ? listItems(menu.current) : [];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  };

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={`menu ${isAbove ? 'bottom-full mb-1' : 'top-full mt-1'}`}
      onKeyDown={move}
      onClick={(event) => {
        const item = (event.target as HTMLElement).closest('[role=menuitem]');
        if (!item || item.getAttribute('aria-disabled') === 'true') return;
        opener.focus();
        onClose();
      }}
    >
      {children}
    </div>
  );
}

function listItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

type MenuItemProps = {
  icon: keyof typeof icons;
  children: ReactNode;
  onClick?: () => void;
  /** An external link, opened in a new tab. */
  href?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
};

export function MenuItem({ icon, children, onClick, href, isDanger, isDisabled }: MenuItemProps) {
  const look = `menu-item ${isDanger ? 'text-danger hover:bg-danger-wash focus-visible:bg-danger-wash' : ''}`;
  const content = (
    <>
      <span className={isDanger ? '' : 'text-muted'}>
        <Lines path={icons[icon]} />
      </span>
      <span className="min-w-0">{children}</span>
    </>
  );
  if (href)
    return (
      <a role="menuitem" tabIndex={-1} href={href} target="_blank" rel="noopener noreferrer" className={look}>
        {content}
      </a>
    );
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled}
      className={look}
      onClick={isDisabled ? undefined : onClick}
    >
      {content}
    </button>
  );
}

export function MenuRule() {
  return <hr className="my-1 border-t border-hairline" />;
}

export type RowChoice = {
  icon: 'pencil' | 'trash';
  label: string;
  heading: string;
  form: ReactNode;
};

type RowChoicesProps = {
  name: string;
  choices: RowChoice[];
  /** The row's button while the menu is open, else null. */
  opener: HTMLElement | null;
  close: () => void;
};

export function RowChoices({ name, choices, opener, close }: RowChoicesProps) {
  const [asked, setAsked] = useState<string>();
  const stop = () => setAsked(undefined);
  const stopUnlessBusy = () => isDialogPending() || stop();
  return (
    <>
      {opener?.parentElement
        ? createPortal(
            <Menu label={name} opener={opener} onClose={close}>
              {choices.map(({ icon, label }, index) => (
                <Fragment key={label}>
                  {icon === 'trash' && index > 0 ? <MenuRule /> : null}
                  <MenuItem icon={icon} isDanger={icon === 'trash'} onClick={() => setAsked(label)}>
                    {label}
                  </MenuItem>
                </Fragment>
              ))}
            </Menu>,
            opener.parentElement,
          )
        : null}
      {choices.map(({ label, heading, form }) => (
        <Dialog key={label} isOpen={asked === label} heading={heading} onClose={stopUnlessBusy}>
          {asked === label ? <CloseDialogContext value={stop}>{form}</CloseDialogContext> : null}
        </Dialog>
      ))}
    </>
  );
}

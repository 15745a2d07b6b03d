import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon';

type MenuProps = {
  /** What it is about, for a screen reader. */
  label: string;
  /** The button that opened it. */
  opener: HTMLElement;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A menu beneath the button that opened it, above it where there is no room. In a place that is `relative` and has that button in it.
 * The arrow keys, Home and End move in it; Escape, Tab and a press elsewhere close it.
 */
export function Menu({ label, opener, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [isAbove, setIsAbove] = useState(false);

  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    // A phone's places lie over the end of the page.
    const room =
      innerHeight - parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom || '0');
    const { bottom, top } = opener.getBoundingClientRect();
    setIsAbove(bottom + element.offsetHeight + 4 > room && top > element.offsetHeight + 4);
    listItems(element)[0]?.focus({ preventScroll: true });
    const closeFromOutside = (event: PointerEvent) => {
      const pressed = event.target as Node;
      if (!element.contains(pressed) && !opener.contains(pressed)) onClose();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, [opener, onClose]);

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
  icon: IconName;
  children: ReactNode;
  onClick?: () => void;
  /** The id of the form that it sends, which stands elsewhere. */
  form?: string;
  /** Leads to another site, in a new tab. */
  href?: string;
  /** Red: takes something away. */
  isDanger?: boolean;
  /** Can't be used now, for a reason that its words say. */
  isDisabled?: boolean;
};

export function MenuItem({ icon, children, onClick, form, href, isDanger, isDisabled }: MenuItemProps) {
  const look = `menu-item ${isDanger ? 'text-danger hover:bg-danger-wash focus-visible:bg-danger-wash' : ''}`;
  const content = (
    <>
      <span className={isDanger ? '' : 'text-muted'}>
        <Icon name={icon} />
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
      type={form ? 'submit' : 'button'}
      {...(form && { form })}
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

/** Before what takes something away. */
export function MenuRule() {
  return <hr className="my-1 border-t border-hairline" />;
}

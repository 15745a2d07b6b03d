import type { ComponentProps } from 'react';
import { Button } from './button';
import { Icon } from './icon';

type MoreButtonProps = Pick<ComponentProps<'button'>, 'ref' | 'onClick'> & {
  name: string;
  isOpen: boolean;
  /** Fetches what the menu needs. */
  load: () => void;
};

/** The `⋯` at the end of a row, which opens its menu. It needs scripts, and holds the menu. */
export function MoreButton({ name, isOpen, load, ref, onClick }: MoreButtonProps) {
  return (
    <span className="relative [@media(scripting:none)]:hidden">
      <Button
        ref={ref}
        variant="quiet"
        className="w-control px-0"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`More for ${name}`}
        onPointerEnter={load}
        onFocus={load}
        onClick={(event) => {
          load();
          onClick?.(event);
        }}
      >
        <Icon name="dots" />
      </Button>
    </span>
  );
}

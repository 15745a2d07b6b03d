import type { ComponentProps } from 'react';
import { Button } from './button';
import { Icon } from './icon';

type MoreButtonProps = Pick<ComponentProps<'button'>, 'ref' | 'onClick'> & {
  name: string;
  isOpen: boolean;
};

/** The `⋯` button of a row, which contains its menu. Hidden without scripts. */
export function MoreButton({ name, isOpen, ref, onClick }: MoreButtonProps) {
  return (
    <span className="relative no-js:hidden">
      <Button
        ref={ref}
        variant="quiet"
        className="w-control px-0"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`More for ${name}`}
        onClick={onClick}
      >
        <Icon name="dots" />
      </Button>
    </span>
  );
}

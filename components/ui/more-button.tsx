import type { ComponentProps } from 'react';
import { Button } from './button';
import { Icon } from './icon';

type MoreButtonProps = Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-busy'> & {
  name: string;
  isOpen: boolean;
};

/** The `⋯` button of a row, which contains its menu. Hidden without scripts. */
export function MoreButton({ name, isOpen, ...button }: MoreButtonProps) {
  return (
    <span className="relative no-js:hidden">
      <Button
        {...button}
        variant="quiet"
        className="w-control px-0"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`More for ${name}`}
      >
        <Icon name="dots" />
      </Button>
    </span>
  );
}

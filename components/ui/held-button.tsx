import type { ComponentProps } from 'react';
import { Button } from './button';

type HeldButtonProps = Omit<ComponentProps<typeof Button>, 'aria-disabled'> & {
  /** Its form is under way. */
  isBusy?: boolean;
};

/**
 * A button for what a stranger's page would like to have pressed by accident. It takes no press until the page has been in front and
 * still for a moment (`hold-presses-script.ts`). Without scripts it works at once.
 */
export function HeldButton({ isBusy = false, ...rest }: HeldButtonProps) {
  // The script writes aria-disabled before React takes the page over.
  return <Button {...rest} data-held={isBusy ? 'busy' : ''} suppressHydrationWarning />;
}

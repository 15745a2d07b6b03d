import type { ComponentProps } from 'react';

/** `primary`: the page's main action. `danger`: destructive, never filled, so as not to attract presses. `quiet`: rare or repeated. */
type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet';

export function buttonClasses(variant: ButtonVariant, more = ''): string {
  return `button button-${variant} ${more}`;
}

export function Button({
  variant = 'secondary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant }) {
  return <button type={type} className={buttonClasses(variant, className)} {...rest} />;
}

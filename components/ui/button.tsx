import type { ComponentProps } from 'react';

/**
 * `primary` is the one thing to do on a page or in a dialog. `danger` takes something away, and is never filled, so that it
 * is never what a hand falls on. `quiet` is for what is less likely, or stands many times on a page.
 */
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

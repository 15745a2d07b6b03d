import type { ComponentProps } from 'react';

const looks = {
  /** One on a page or in a dialog. */
  primary:
    'border-ink bg-ink text-paper hover:border-ink-hover hover:bg-ink-hover forced-colors:bg-[ButtonText] forced-colors:text-[ButtonFace] forced-colors:forced-color-adjust-none',
  secondary: 'border-edge text-ink hover:bg-sunken',
  /** Takes something away. Never filled, so that it is never what a hand falls on. */
  danger: 'border-danger text-danger hover:bg-danger-wash',
  /** Bare until the pointer is over it: for what is less likely, or stands many times on a page. */
  quiet:
    'border-transparent px-2.5 font-medium text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken aria-expanded:text-ink',
} as const;

export function buttonClasses(variant: keyof typeof looks, more = ''): string {
  return `button ${looks[variant]} ${more}`;
}

export function Button({
  variant = 'secondary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { variant?: keyof typeof looks }) {
  return <button type={type} className={buttonClasses(variant, className)} {...rest} />;
}

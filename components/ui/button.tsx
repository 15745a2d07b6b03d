import type { ComponentProps } from 'react';

const looks = {
  primary:
    'border-ink bg-ink text-paper hover:opacity-90 forced-colors:bg-[ButtonText] forced-colors:text-[ButtonFace] forced-colors:forced-color-adjust-none',
  secondary: 'border-edge bg-transparent text-ink hover:bg-sunken',
  /** Takes something away. Never filled, so that it is never what a hand falls on. */
  danger: 'border-danger bg-transparent text-danger hover:bg-danger-wash',
  quiet: 'border-transparent bg-transparent text-ink underline underline-offset-2 hover:bg-sunken',
} as const;

/** The classes of a button, for a link that has to look like one. */
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

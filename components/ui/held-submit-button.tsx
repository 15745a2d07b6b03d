'use client';

import { HeldButton } from './held-button';
import { type SubmitButtonProps, useSubmit } from './submit-button';

/** In a separate file, because most forms need no held button. */
export function HeldSubmitButton(props: SubmitButtonProps) {
  const { pending, ...button } = useSubmit(props);
  return <HeldButton {...button} isBusy={pending} />;
}

'use client';

import { HeldButton } from './held-button';
import { type SubmitButtonProps, useSubmit } from './submit-button';

/** A `SubmitButton` that takes no accidental press. In a file of its own: most forms need nothing of it. */
export function HeldSubmitButton(props: SubmitButtonProps) {
  return <HeldButton {...useSubmit(props)} isBusy={props.pending} />;
}

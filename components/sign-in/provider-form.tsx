import type { ComponentType, ReactNode } from 'react';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { SubmitButton, type SubmitButtonProps } from '@/components/ui/submit-button';
import { NextField } from './next-param';

type ProviderFormProps = {
  provider: string;
  label: ReactNode;
  variant?: 'primary' | 'secondary';
  action: FormAction;
  tag?: ReactNode;
  Submit?: ComponentType<SubmitButtonProps>;
};

/** Starts sign-in with a provider. A form instead of a link, because the action sets a cookie that ties the flow to this browser. */
export function ProviderForm({
  provider,
  label,
  variant = 'secondary',
  action,
  tag,
  Submit = SubmitButton,
}: ProviderFormProps) {
  return (
    <ActionForm action={action}>
      <input type="hidden" name="provider" value={provider} />
      <NextField />
      <span className="relative grid">
        <Submit variant={variant} label={label} pendingLabel="One moment…" />
        {tag}
      </span>
    </ActionForm>
  );
}

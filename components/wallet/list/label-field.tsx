import { fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import type { FormState } from '@/lib/forms/form-state';
import type { Wallet } from '@/lib/wallets/list-wallets';

export function LabelField({ wallet, state }: { wallet: Wallet; state: FormState }) {
  return (
    <Field
      label="Label"
      name="label"
      dir="auto"
      hint="Only you see it."
      autoComplete="off"
      defaultValue={typedValue(state, 'label') ?? wallet.label ?? ''}
      problem={fieldProblem(state, 'label')}
    />
  );
}

import { Field } from '@/components/ui/field';
import type { Wallet } from '@/lib/wallets/list-wallets';

export function LabelField({ wallet }: { wallet: Wallet }) {
  return (
    <Field
      label="Label"
      name="label"
      dir="auto"
      hint="Only you see it."
      autoComplete="off"
      defaultValue={wallet.label ?? ''}
    />
  );
}

import type { FormAction } from '@/components/ui/action-form';
import type { SigningActions } from '@/components/wallet/signing/run-signing';
import type { CallAnswer } from '@/lib/forms/action';
import type { ProvenWallet } from '@/lib/proofs/prove-wallet';
import type { Wallet } from '@/lib/wallets/list-wallets';

export type ProvingActions = SigningActions<{ proven: ProvenWallet }>;

export type ManagingActions = {
  label: FormAction;
  makePrimary: FormAction;
  publish: FormAction;
  list: FormAction;
  nameAccount: FormAction;
  remove: FormAction;
};

export type WalletActions = ProvingActions &
  ManagingActions & {
    /** Finds the viewer's proven wallet with this address, on any page of the list. */
    findWallet: (wanted: { address: string }) => Promise<CallAnswer<{ wallet: Wallet | null }>>;
  };

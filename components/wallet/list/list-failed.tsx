import { Problem } from '@/components/ui/problem';
import { walletListErrors } from '@/lib/errors/wallet-list';

/** Shown if the wallet code fails to load: the browser is offline, or a newer version was deployed. */
export function ListFailed() {
  const code = 'wallet.list_failed';
  return <Problem problem={{ code, ...walletListErrors[code] }} />;
}

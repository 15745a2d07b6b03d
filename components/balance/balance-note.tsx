import { type BalanceErrorCode, balanceErrors } from '@/lib/errors/balance';
import type { BalanceTrouble } from './fetch-balances';

const codes: Record<BalanceTrouble, BalanceErrorCode> = {
  rate_limited: 'balance.rate_limited',
  refused: 'balance.refused',
  unreachable: 'balance.unreachable',
  unreadable: 'balance.unreadable',
};

/** Why balances are not current. No alert: nothing that somebody does here depends on them. */
export function BalanceNote({ trouble }: { trouble: BalanceTrouble }) {
  const { title, hint } = balanceErrors[codes[trouble]];
  return (
    <p data-code={codes[trouble]}>
      {title} {hint}
    </p>
  );
}

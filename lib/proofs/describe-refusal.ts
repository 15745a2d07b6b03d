import type { ProofMethod } from 'countersign/proof/statement';
import type { ProofRefusal } from 'countersign/proof/verify';

export function describeRefusal(
  reason: ProofRefusal,
  method: ProofMethod,
): 'proof.refused' | 'proof.transaction_changed' | 'proof.statement_changed' {
  if (reason !== 'signed_bytes.different') return 'proof.refused';
  if (method === 'memo') return 'proof.transaction_changed';
  // The wallet writes this text itself, and some add lines.
  return method === 'sign_in' ? 'proof.statement_changed' : 'proof.refused';
}

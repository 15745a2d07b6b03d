import { base64 } from '@scure/base';
import type { Adapter } from '@solana/wallet-adapter-base';
import type { PreparedStatement } from 'countersign/proof/statement';
import { attemptConnection } from '@/components/wallet/connect/attempt-connection';
import { signStatement } from '@/components/wallet/signing/sign-statement';
import type { WalletErrorCode } from '@/lib/errors/wallet';
import { address } from './standard-wallet';

const never = new AbortController().signal;

export async function connecting(adapter: Adapter): Promise<WalletErrorCode> {
  const answer = await attemptConnection(adapter, { silent: false, signal: never });
  if (answer.outcome !== 'failed') throw new Error('It connected.');
  return answer.code;
}

export async function signing(adapter: Adapter): Promise<WalletErrorCode> {
  await adapter.connect();
  const message = base64.encode(new TextEncoder().encode('the statement'));
  const statement = { id: 'one', method: 'sign_message', address, message } as PreparedStatement & {
    id: string;
  };
  const answer = await signStatement(adapter, statement, never);
  if (answer.outcome !== 'failed') throw new Error('It signed.');
  return answer.code;
}

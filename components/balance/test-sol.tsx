import { base58 } from '@scure/base';
import { useEffect, useState } from 'react';
import { Problem } from '@/components/ui/problem';
import { showSuccess } from '@/components/ui/show-success';
import { readDemoWallet } from '@/components/wallet/demo/demo-wallet-key';
import { balanceErrors } from '@/lib/errors/balance';
import { toProblem } from '@/lib/problem';
import { readProperty } from './exact-lamports';

const oneSolInLamports = 1_000_000_000;
const patience = 10_000;

type Asking = 'idle' | 'asking' | 'failed';

/** Lets the Demo Wallet of this browser ask the local chain for test money. Nothing for any other wallet. */
export function TestSol({ address, rpcUrl }: { address: string; rpcUrl: string }) {
  const isDemo = useIsDemoWallet(address);
  const [asking, setAsking] = useState<Asking>('idle');
  if (!isDemo) return null;

  const ask = async () => {
    if (asking === 'asking') return;
    setAsking('asking');
    const isDone = await requestTestSol(rpcUrl, address);
    setAsking(isDone ? 'idle' : 'failed');
    // The balance itself comes by the socket, like every other change.
    if (isDone) showSuccess('You got 1 test SOL');
  };

  return (
    <>
      <button
        type="button"
        aria-busy={asking === 'asking'}
        className="-my-2 ml-3 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-2"
        onClick={ask}
      >
        Get 1 test SOL
      </button>
      {asking === 'failed' ? (
        <Problem problem={toProblem('balance.test_sol_failed', balanceErrors['balance.test_sol_failed'])} />
      ) : null}
    </>
  );
}

function useIsDemoWallet(address: string): boolean {
  const [demoAddress, setDemoAddress] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    readDemoWallet().then(
      (record) => isWanted && record && setDemoAddress(base58.encode(record.publicKey)),
      // A browser that keeps no keys has no Demo Wallet.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return demoAddress === address;
}

/** False when the chain did not answer or refused. Never rejects. */
async function requestTestSol(rpcUrl: string, address: string): Promise<boolean> {
  const call = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, oneSolInLamports] };
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(patience),
    });
    return response.ok && typeof readProperty(await response.json(), 'result') === 'string';
  } catch {
    // It is out of reach or talks nonsense: either way there is no test money.
    return false;
  }
}

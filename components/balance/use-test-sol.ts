import { base58 } from '@scure/base';
import { useEffect, useState } from 'react';
import { showSuccess } from '@/components/ui/show-success';
import { readDemoWallet } from '@/components/wallet/standard/demo-wallet-key';
import { readProperty } from './fetch-balances';
import { readEndpoint } from './read-endpoint';

const oneSolInLamports = 1_000_000_000;
const timeoutInMilliseconds = 10_000;

type TestSol = { ask: () => Promise<void>; isFailed: boolean };

/** Requests test SOL for this browser's Demo Wallet. Null for other wallets, and unless the chain is local. */
export function useTestSol(address: string): TestSol | null {
  const endpoint = readEndpoint();
  const isDemo = useIsDemoWallet(address);
  const [asking, setAsking] = useState<'idle' | 'asking' | 'failed'>('idle');
  if (!endpoint?.isLocalChain || !isDemo) return null;

  const ask = async () => {
    if (asking === 'asking') return;
    setAsking('asking');
    const isDone = await requestTestSol(endpoint.rpcUrl, address);
    setAsking(isDone ? 'idle' : 'failed');
    // The new balance arrives over the socket.
    if (isDone) showSuccess('You got 1 test SOL');
  };
  return { ask, isFailed: asking === 'failed' };
}

function useIsDemoWallet(address: string): boolean {
  const [demoAddress, setDemoAddress] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    readDemoWallet().then(
      (record) => isWanted && record && setDemoAddress(base58.encode(record.publicKey)),
      // No key storage, so no Demo Wallet.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return demoAddress === address;
}

/** False if the request fails. Never rejects. */
async function requestTestSol(rpcUrl: string, address: string): Promise<boolean> {
  const call = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, oneSolInLamports] };
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(timeoutInMilliseconds),
    });
    return response.ok && typeof readProperty(await response.json(), 'result') === 'string';
  } catch {
    return false;
  }
}

import { readEnvironment } from './env';
import { contentSecurityPolicy } from './http/security-headers';
import { listEndpointOrigins } from './solana-endpoint';

const configured = {
  SUPABASE_URL: 'https://abcdefgh.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
  SUPABASE_SECRET_KEY: 'sb_secret_abc',
};
const embedded = { ...configured, COUNTERSIGN_EMBEDDED: '1' };

function readSolana(variables: Record<string, string>) {
  const read = readEnvironment(variables);
  if (!read.ok) throw new Error(read.message);
  return read.environment.solana;
}

test.each([
  ['devnet', 'https://api.devnet.solana.com', 'wss://api.devnet.solana.com/'],
  ['testnet', 'https://api.testnet.solana.com', 'wss://api.testnet.solana.com/'],
  ['localnet', 'http://127.0.0.1:8899', 'ws://127.0.0.1:8900/'],
])('uses the public server of %s when only the cluster is set', (cluster, rpcUrl, webSocketUrl) => {
  expect(readSolana({ ...configured, SOLANA_CLUSTER: cluster })).toMatchObject({
    ...{ cluster, rpcUrl, webSocketUrl },
  });
});

test('uses a configured server, and its key stays out of the policy', () => {
  const solana = readSolana({ ...configured, SOLANA_RPC_URL: 'https://rpc.example/?api-key=hunter2' });
  expect(solana?.webSocketUrl).toBe('wss://rpc.example/?api-key=hunter2');
  const policy = contentSecurityPolicy('bm9uY2U=', { reachable: listEndpointOrigins(solana) });
  expect(policy).toContain("connect-src 'self' https://rpc.example wss://rpc.example;");
  expect(policy).not.toContain('hunter2');
});

test('contacts no server when balances are off', () => {
  const solana = readSolana({ ...configured, SOLANA_RPC_URL: 'off' });
  expect(solana).toBeNull();
  expect(contentSecurityPolicy('bm9uY2U=', { reachable: listEndpointOrigins(solana) })).toContain(
    "connect-src 'self';",
  );
});

test.each(['ftp://rpc.example', 'rpc.example', 'on'])('refuses %s as a server', (SOLANA_RPC_URL) => {
  expect(readEnvironment({ ...configured, SOLANA_RPC_URL })).toEqual({
    ok: false,
    message: expect.stringContaining('SOLANA_RPC_URL is malformed'),
  });
});

test('the local backend uses its own chain, HTTP and WebSocket on one port, or none', () => {
  const LOCAL_SOLANA_URL = 'http://127.0.0.1:8899';
  expect(readSolana({ ...embedded, LOCAL_SOLANA_URL })).toEqual({
    cluster: 'localnet',
    rpcUrl: LOCAL_SOLANA_URL,
    webSocketUrl: 'ws://127.0.0.1:8899',
    isLocalChain: true,
  });
  expect(readSolana(embedded)).toBeNull();
  expect(readSolana({ ...embedded, SOLANA_CLUSTER: 'devnet' })?.isLocalChain).toBe(false);
});

test("the local backend's chain doesn't change statements", () => {
  const read = readEnvironment({ ...embedded, LOCAL_SOLANA_URL: 'http://127.0.0.1:8899' });
  expect(read).toMatchObject({ environment: { chain: 'solana:mainnet' } });
});

import { counted, startCounting } from '../metrics/count';
import { countCall, nameCall } from './fetch-backend';

test.each([
  ['/auth/v1/token', 'auth', 'token'],
  ['/auth/v1/admin/users/4b1c0a4e-0000-4000-8000-000000000000', 'auth', 'admin'],
  ['/auth/v1/somebody@example.com', 'auth', 'other'],
  ['/rest/v1/rpc/record_proof', 'database', 'record_proof'],
  ['/rest/v1/live_wallets', 'database', 'live_wallets'],
  ['/rest/v1/rpc/4b1c0a4e', 'database', 'other'],
  ['/anywhere/else', 'other', 'other'],
])('%s is counted without its parameters', (path, backend, call) => {
  expect(nameCall(path)).toEqual({ backend, call });
});

const timeout = Object.assign(new Error('late'), { name: 'TimeoutError' });
const abandoned = Object.assign(new Error('gone'), { name: 'AbortError' });

test.each<[string, () => Promise<Response>]>([
  ['ok', async () => new Response(null, { status: 204 })],
  ['refused', async () => new Response(null, { status: 429 })],
  ['failed', async () => new Response(null, { status: 503 })],
  ['timeout', () => Promise.reject(timeout)],
  ['abandoned', () => Promise.reject(abandoned)],
  ['unreachable', () => Promise.reject(new TypeError('fetch failed'))],
])('a call is counted as %s, and settles unchanged', async (outcome, send) => {
  startCounting();
  counted.counts.clear();
  const settled = await countCall('http://127.0.0.1/auth/v1/user', send).catch((error: unknown) => error);
  const asIs = await send().catch((error: unknown) => error);
  if (asIs instanceof Response) expect((settled as Response).status).toBe(asIs.status);
  else expect(String(settled)).toBe(String(asIs));
  const series = [...(counted.counts.get('backendCalls')?.values() ?? [])];
  expect(series).toEqual([{ values: ['auth', 'user', outcome], count: 1 }]);
});

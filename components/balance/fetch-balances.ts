/** Why balances could not be read. Each has a sentence in `lib/errors/balance`. */
export type BalanceTrouble = 'rate_limited' | 'refused' | 'unreachable' | 'unreadable';

export type FetchedBalances =
  | { ok: true; lamports: Map<string, { lamports: bigint; slot: number }> }
  | { ok: false; trouble: BalanceTrouble; retryAfterSeconds: number | null };

type Reading = { rpcUrl: string; addresses: string[]; fetch: typeof fetch; signal: AbortSignal };

/** The limit of `getMultipleAccounts`. */
const accountsPerRequest = 100;

/** Reads all balances, 100 per request. Never rejects. */
export async function fetchBalances({ addresses, ...how }: Reading): Promise<FetchedBalances> {
  const lamports = new Map<string, { lamports: bigint; slot: number }>();
  for (let first = 0; first < addresses.length; first += accountsPerRequest) {
    const part = addresses.slice(first, first + accountsPerRequest);
    const answer = await fetchPart({ ...how, addresses: part });
    if (!answer.ok) return answer;
    for (const [address, balance] of answer.lamports) lamports.set(address, balance);
  }
  return { ok: true, lamports };
}

async function fetchPart({ rpcUrl, addresses, fetch, signal }: Reading): Promise<FetchedBalances> {
  // Omits the accounts' data.
  const options = { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 0 } };
  let response: Response;
  let text: string;
  try {
    response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts' },
        params: [addresses, options],
      }),
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    text = await response.text();
  } catch {
    // Offline, unknown host, timeout, or CORS doesn't allow this site.
    return failed('unreachable');
  }
  if (response.status === 429) return failed('rate_limited', response.headers.get('retry-after'));
  if (response.status === 401 || response.status === 403) return failed('refused');
  if (!response.ok) return failed('unreachable');
  return readAnswer(text, addresses);
}

function readAnswer(text: string, addresses: string[]): FetchedBalances {
  let answer: unknown;
  try {
    answer = readJsonWithLamports(text);
  } catch {
    return failed('unreadable');
  }
  const code = readProperty(readProperty(answer, 'error'), 'code');
  // Some servers send these codes with status 200.
  if (code === 429 || code === -32429) return failed('rate_limited');
  if (typeof code === 'number') return failed('unreachable');
  const result = readProperty(answer, 'result');
  const [slot, accounts] = [readSlot(result), readProperty(result, 'value')];
  if (slot === null || !Array.isArray(accounts) || accounts.length !== addresses.length) {
    return failed('unreadable');
  }
  const lamports = new Map<string, { lamports: bigint; slot: number }>();
  for (const [index, address] of addresses.entries()) {
    // An address that never held lamports has no account.
    const exact = accounts[index] === null ? 0n : readLamports(accounts[index]);
    if (exact === null) return failed('unreadable');
    lamports.set(address, { lamports: exact, slot });
  }
  return { ok: true, lamports };
}

function failed(trouble: BalanceTrouble, retryAfter: string | null = null): FetchedBalances {
  const seconds = Number(retryAfter);
  return { ok: false, trouble, retryAfterSeconds: retryAfter && seconds > 0 ? seconds : null };
}

/** Lamports are unsigned 64-bit integers. */
const largestBalance = 2n ** 64n - 1n;

/** Parses JSON with lamports as strings, because they can exceed 2^53, the limit of exact numbers. Throws a SyntaxError. */
export function readJsonWithLamports(text: string): unknown {
  return JSON.parse(text.replace(/("lamports"\s*:\s*)(\d+)(?=\s*[,}])/g, '$1"$2"'));
}

/** Reads lamports from JSON parsed by `readJsonWithLamports`; null if invalid. */
export function readLamports(account: unknown): bigint | null {
  const lamports = readProperty(account, 'lamports');
  if (typeof lamports !== 'string' || !/^\d{1,20}$/.test(lamports)) return null;
  const exact = BigInt(lamports);
  return exact <= largestBalance ? exact : null;
}

/** A property of an untrusted value; undefined if absent. */
export function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function readSlot(answer: unknown): number | null {
  const slot = readProperty(readProperty(answer, 'context'), 'slot');
  return typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= 0 ? slot : null;
}

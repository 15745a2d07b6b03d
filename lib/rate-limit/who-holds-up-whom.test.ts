import '../testing/unreachable-project';
import { readFileSync } from 'node:fs';
import type { RateLimitSubject } from './consume';
import { type AttemptKind, type AttemptLimit, attemptLimits } from './limits';

// The table of docs/security.md, "Rate limits and who can exhaust them", counted in this process, by a stopped clock.
jest.mock('../supabase/call-function.ts', () => ({
  callFunction: async (name: string, parameters: { p_kind: string; p_key_hashes: string[] }) => {
    if (name === 'consume_rate_limit') return { ok: false, code: 'backend.unavailable' };
    mockForgotten.push(...parameters.p_key_hashes);
    return { ok: true };
  },
}));
const mockForgotten: string[] = [];

let limits: typeof import('./consume');
beforeEach(async () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') });
  globalThis.countersign = undefined;
  jest.resetModules();
  limits = await import('./consume');
});
afterEach(() => jest.useRealTimers());

const windows: Record<number, string> = {
  60: '1 min',
  300: '5 min',
  900: '15 min',
  3600: '1 h',
  86400: '1 day',
};

/** A limit as a cell of the table. */
function describeLimit({ per, attempts, known, windowSeconds, countedLater }: AttemptLimit): string {
  const limit = `${attempts.toLocaleString('en')} / ${windows[windowSeconds]}`;
  if (per === 'mail') return `${limit} per email`;
  if (known !== undefined) return `${limit}, known ${known} / ${windows[windowSeconds]}`;
  return countedLater ? `${limit} sent` : limit;
}

/** A row's cells: account at one network, network, account, everyone. */
function describeLimits(limits: readonly AttemptLimit[]): string[] {
  const cell = (...scopes: string[]) => limits.filter(({ per }) => scopes.includes(per)).map(describeLimit);
  return [
    cell('mail', 'account at network').join(', ').replace('per email, ', 'per email, else '),
    ...['network', 'account', 'everyone'].map((scope) => cell(scope).join(', ')),
  ];
}

test('docs/security.md lists every limit with its numbers', () => {
  const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| [^|`]+: (`\w+`[^|]*)\|(.*)$/gm)];
  const listed = rows.flatMap(([, names = '', cells = '']) =>
    // `sign_up`, then `send_mail`: the second has its own row.
    [...(names.split(', then')[0] ?? '').matchAll(/\w+/g)].map(([name]) => [
      name,
      cells
        .split('|')
        .slice(0, 4)
        .map((cell) => cell.trim()),
    ]),
  );
  const actual = Object.entries(attemptLimits).map(([name, limits]) => [name, describeLimits(limits)]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(actual));
});

async function countPassing(
  kind: AttemptKind,
  limitSubject: RateLimitSubject,
  attempts: number,
): Promise<number> {
  let passed = 0;
  for (let count = 0; count < attempts; count++) {
    if ((await limits.consumeAttempt(kind, limitSubject)).ok) passed += 1;
  }
  return passed;
}

/** Attempts at one account from several networks, each up to its limit, in a known browser each or in none. */
async function countFromNetworks(
  kind: AttemptKind,
  account: string,
  networks: number,
  each: number,
  known?: string,
) {
  const passed = [];
  for (let network = 1; network <= networks; network++) {
    const knownBrowser = known ? `${known} ${network}` : null;
    const limitSubject = { account, address: `203.0.113.${network}`, knownBrowser };
    passed.push(await countPassing(kind, limitSubject, each));
  }
  return passed;
}

test.each([
  ['sign_in', 10],
  ['mailed_code', 5],
  ['second_factor', 5],
  ['recovery_code', 10],
  ['step_up', 10],
  ['send_mail', 5],
  ['wallet_sign_in', 10],
] as const)('one network that guesses endlessly at %s takes no attempts from another', async (kind, mine) => {
  const account = `${kind}@example.test`;
  const stranger = { account, address: '2001:db8:66::1' };
  expect(await countPassing(kind, stranger, 2 * mine)).toBe(mine);
  // All addresses of its network count as one.
  expect(await countPassing(kind, { account, address: '2001:db8:66::dead:beef' }, 1)).toBe(0);
  expect(await countPassing(kind, { account, address: '2001:db8:67::1' }, mine)).toBe(mine);
  expect(await countPassing(kind, { account, address: '198.51.100.1', knownBrowser: 'hers' }, mine)).toBe(
    mine,
  );
});

test.each([
  ['sign_in', 10, 11, 100],
  ['mailed_code', 5, 6, 25],
  ['second_factor', 5, 31, 150],
  ['recovery_code', 10, 11, 100],
  ['step_up', 10, 11, 100],
  ['send_mail', 5, 4, 15],
  ['wallet_sign_in', 10, 11, 100],
] as const)(
  'at %s the account has this many attempts from all networks together',
  async (kind, each, networks, all) => {
    const account = `everywhere-${kind}@example.test`;
    const passed = await countFromNetworks(kind, account, networks, each);
    expect(passed).toEqual([...Array(networks - 1).fill(each), 0]);
    expect((networks - 1) * each).toBe(all);
    // A browser that signed in to the account before counts by itself.
    const here = { account, address: '203.0.113.1', knownBrowser: 'hers' };
    expect(await countPassing(kind, here, each)).toBe(each);
  },
);

test("a network that exhausts one account's attempts uses up its own limit for it, and no other account's", async () => {
  const stranger = { account: 'one@example.test', address: '192.0.2.1' };
  expect(await countPassing('sign_in', stranger, 60)).toBe(10);
  const neighbours = ['two', 'three', 'four'].map((name) => ({
    ...stranger,
    account: `${name}@example.test`,
  }));
  const passed = [];
  for (const neighbour of neighbours) passed.push(await countPassing('sign_in', neighbour, 10));
  // 30 for the network; the refused attempts took none of them.
  expect(passed).toEqual([10, 10, 0]);
});

test('a browser that requested an email has five tries at its code that no other client can use up', async () => {
  const account = 'codes@example.test';
  expect(await countFromNetworks('mailed_code', account, 6, 5)).toEqual([5, 5, 5, 5, 5, 0]);
  const asker = { account, address: '198.51.100.9', requestedEmail: 'first' };
  expect(await countPassing('mailed_code', asker, 6)).toBe(5);
  expect(await countPassing('mailed_code', { ...asker, requestedEmail: 'second' }, 6)).toBe(5);
  // Requesting more emails doesn't help: the network's limit applies, as for passwords.
  for (let mail = 0; mail < 4; mail++) {
    expect(await countPassing('mailed_code', { ...asker, requestedEmail: `more ${mail}` }, 5)).toBe(5);
  }
  expect(await countPassing('mailed_code', { ...asker, requestedEmail: 'one more' }, 5)).toBe(0);
});

test("with unknown networks an account has one network's attempts, and codes of requested emails still work", async () => {
  const account = 'nowhere@example.test';
  expect(await countPassing('sign_in', { account }, 20)).toBe(10);
  expect(await countPassing('mailed_code', { account, address: null }, 10)).toBe(5);
  expect(await countPassing('mailed_code', { account, requestedEmail: 'own' }, 10)).toBe(5);
});

test("a success resets the client's own counters, and gives attackers no new guesses at the account", async () => {
  const owner = { account: 'visited@example.test', address: '198.51.100.1' };
  await limits.resetAttempts('second_factor', owner);
  // The account's two windows at this network, but neither the network's nor the account's.
  expect(mockForgotten).toHaveLength(2);
});

test('a flood from many networks holds up newcomers for a minute, and no known browser', async () => {
  const flood = Array.from({ length: 25 }, (_, network) => ({ address: `203.0.113.${network}` }));
  let passed = 0;
  for (const from of flood) {
    for (let account = 0; account < 30; account++) {
      const limitSubject = { ...from, account: `${from.address} ${account}` };
      passed += await countPassing('sign_in', limitSubject, 1);
    }
  }
  expect(passed).toBe(600);
  const newcomer = { account: 'new@example.test', address: '198.51.100.1' };
  expect(await limits.consumeAttempt('sign_in', newcomer)).toMatchObject({
    ok: false,
    retryAfterSeconds: 60,
  });
  expect(await countPassing('sign_in', { ...newcomer, knownBrowser: 'hers' }, 1)).toBe(1);
  expect(await countPassing('mailed_code', newcomer, 1)).toBe(1);
  jest.advanceTimersByTime(60_000);
  expect(await countPassing('sign_in', newcomer, 1)).toBe(1);
});

test('10,000 requests for emails from many networks use up nothing of the total, which counts sent emails', async () => {
  for (let network = 0; network < 250; network++) {
    for (let account = 0; account < 40; account++) {
      const address = `203.0.113.${network}`;
      await limits.consumeAttempt('send_mail', { address, account: `${network} ${account}` });
    }
  }
  expect(await countPassing('send_mail', { account: 'ann@example.test', address: '198.51.100.1' }, 1)).toBe(
    1,
  );
  expect(limits.countersAfterSuccess('send_mail')).toHaveLength(1);
});

/** Requests emails to the network's accounts, each from a new browser. Those that pass count in the total, as once Auth has sent them. */
async function signInAndSend(address: string, { accounts, signIns }: { accounts: number; signIns: number }) {
  const { countInMemory } = await import('./in-memory-limiter');
  const total = limits.countersAfterSuccess('send_mail').map(({ counted_later: _, ...counter }) => counter);
  let sent = 0;
  for (let signIn = 0; signIn < signIns; signIn++)
    for (const name of ['email', 'id']) {
      const account = `${address} ${name} ${signIn % accounts}`;
      const passed = await countPassing('send_mail', { account, address, knownBrowser: `${signIn}` }, 5);
      for (let mail = 0; mail < passed; mail++) countInMemory(total);
      sent += passed;
    }
  return sent;
}

test('one network cannot stop emails to newcomers, whatever accounts it has and however often it signs in to them', async () => {
  const newcomer = { account: 'new@example.test', address: '198.51.100.1' };
  const sent = await signInAndSend('192.0.2.66', { accounts: 17, signIns: 200 });
  expect(await countPassing('send_mail', newcomer, 1)).toBe(1);
  expect([sent, await signInAndSend('192.0.2.66', { accounts: 400, signIns: 400 })]).toEqual([100, 0]);
});

test('by one name, an account gets 15 emails an hour from all its known browsers together, on any network', async () => {
  expect(await countFromNetworks('send_mail', 'own@example.test', 4, 6, 'browser')).toEqual([5, 5, 5, 0]);
});

test("newcomers exhaust their total before the project's limit, and known browsers still get emails", async () => {
  let sent = 0;
  for (let network = 1; network <= 8; network++)
    sent += await signInAndSend(`203.0.113.${network}`, { accounts: 17, signIns: 200 });
  expect(sent).toBe(800);
  const person = { account: 'ann@example.test', address: '198.51.100.1' };
  expect(await countPassing('send_mail', person, 1)).toBe(0);
  expect(await countPassing('send_mail', { ...person, knownBrowser: 'hers' }, 5)).toBe(5);
});

test('one network gets 20 sign-ups an hour, without affecting others', async () => {
  expect(await countPassing('sign_up', { account: 'a', address: '192.0.2.66' }, 30)).toBe(20);
  expect(await countPassing('sign_up', { account: 'a', address: '198.51.100.1' }, 1)).toBe(1);
});

test('one network gets 300 statements in five minutes, without affecting others', async () => {
  expect(await countPassing('challenge', { address: '192.0.2.66' }, 310)).toBe(300);
  expect(await countPassing('challenge', { address: '198.51.100.1' }, 1)).toBe(1);
});

test.each(['passkey_options', 'passkey'] as const)(
  'one network gets 30 in five minutes at %s, without affecting others, and no account can be exhausted',
  async (kind) => {
    const account = 'ann@example.test';
    expect(await countFromNetworks(kind, account, 3, 40)).toEqual([30, 30, 30]);
    expect(await countPassing(kind, { account, address: '198.51.100.1' }, 1)).toBe(1);
    jest.advanceTimersByTime(5 * 60_000);
    expect(await countPassing(kind, { account, address: '203.0.113.1' }, 1)).toBe(1);
  },
);

test.each(['passkey_options', 'passkey'] as const)(
  'a flood from many networks at %s holds up passkeys for a minute, and no other sign-in method',
  async (kind) => {
    let passed = 0;
    for (let network = 0; network < 25; network++)
      passed += await countPassing(kind, { address: `203.0.113.${network}` }, 30);
    expect(passed).toBe(600);
    const newcomer = { account: 'new@example.test', address: '198.51.100.1' };
    expect(await limits.consumeAttempt(kind, newcomer)).toMatchObject({ ok: false, retryAfterSeconds: 60 });
    expect(await countPassing('sign_in', newcomer, 1)).toBe(1);
  },
);

test('a signed-in user confirms by passkey during any flood, 30 times in five minutes', async () => {
  for (let network = 0; network < 25; network++)
    await countPassing('passkey', { address: `203.0.113.${network}` }, 30);
  const owner = { account: 'id', address: '203.0.113.1' };
  expect(await countPassing('own_passkey', owner, 70)).toBe(60);
  expect(await countPassing('own_passkey', { ...owner, account: 'another id' }, 1)).toBe(1);
});

test('an account has 10 exports an hour, from all networks together', async () => {
  expect(await countPassing('export', { account: 'id', address: '192.0.2.66' }, 12)).toBe(10);
  expect(await countPassing('export', { account: 'another id', address: '192.0.2.66' }, 1)).toBe(1);
});

test.each([
  ['sign_in', 15],
  ['mailed_code', 60],
  ['second_factor', 5],
  ['recovery_code', 60],
  ['step_up', 15],
  ['send_mail', 60],
  ['wallet_sign_in', 1],
] as const)(
  'a client that exhausts %s at an account from one network waits at most %i minutes',
  async (kind, minutes) => {
    const limitSubject = { account: 'ann@example.test', address: '192.0.2.66' };
    await countPassing(kind, limitSubject, 20);
    const refused = await limits.consumeAttempt(kind, limitSubject);
    expect(refused).toMatchObject({ ok: false, retryAfterSeconds: minutes * 60 });
    jest.advanceTimersByTime(minutes * 60_000);
    expect((await limits.consumeAttempt(kind, limitSubject)).ok).toBe(true);
  },
);

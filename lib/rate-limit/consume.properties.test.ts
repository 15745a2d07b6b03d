import '../testing/unreachable-project';
import { fail } from '../result';
import { fc } from '../testing/properties';
import { consumeAttempt, type RateLimitSubject, resetAttempts } from './consume';
import { type AttemptKind, attemptLimits, type LimitScope } from './limits';

type Counter = { key_hash: string; attempts: number; window_seconds: number };
const calls: { p_counters?: Counter[]; p_key_hashes?: string[] }[] = [];
let isAway = false;
jest.mock('../supabase/call-function', () => ({
  callFunction: async (_name: string, parameters: (typeof calls)[number]) => {
    calls.push(parameters);
    return isAway ? fail('backend.unavailable') : { ok: true, rows: null };
  },
}));
beforeEach(() => {
  isAway = false;
});

const kind = fc.constantFrom(...(Object.keys(attemptLimits) as AttemptKind[]));
const account = fc.constantFrom('ann@example.test', 'bob@example.test', 'cleo@example.test');
const id = fc.stringMatching(/^[\w-]{22}$/);
const network = fc.oneof(fc.ipV4(), fc.ipV6());
const stranger: fc.Arbitrary<RateLimitSubject> = fc.record({ account, address: fc.option(network) });
const owner: fc.Arbitrary<RateLimitSubject> = fc.record({
  account,
  address: fc.option(network),
  knownBrowser: id,
});

async function countersOf(by: AttemptKind, who: RateLimitSubject) {
  calls.length = 0;
  await consumeAttempt(by, who);
  return calls[0]?.p_counters ?? [];
}
const keysOf = async (by: AttemptKind, who: RateLimitSubject) =>
  (await countersOf(by, who)).map(({ key_hash }) => key_hash);

test('a known browser shares no counter with any other client, so that none exhausts its attempts', async () => {
  await fc.assert(
    fc.asyncProperty(kind, owner, stranger, async (by, known, unknown) => {
      fc.pre(attemptLimits[by].some(({ per }) => per === 'account at network'));
      const theirs = new Set(await keysOf(by, { ...unknown, account: known.account ?? '' }));
      const mine = (await keysOf(by, known)).filter((key) => theirs.has(key));
      expect(mine).toEqual([]);
    }),
  );
});

test('attempts of another kind, or at another account from an unknown network, have other counters', async () => {
  await fc.assert(
    fc.asyncProperty(kind, kind, stranger, stranger, async (one, other, ann, bob) => {
      const [first, second] = [await keysOf(one, ann), await keysOf(other, bob)];
      const shared = first.filter((key) => second.includes(key)).length;
      if (one !== other) expect(shared).toBe(0);
      else if (ann.account !== bob.account && !(ann.address && bob.address))
        expect(shared).toBe(attemptLimits[one].filter(({ per }) => per === 'everyone').length);
    }),
  );
});

test('an account counts as one however it is typed, with its counters in the order of the limits', async () => {
  const typed = fc.tuple(stranger, fc.constantFrom('', ' ', '\t'), fc.boolean());
  await fc.assert(
    fc.asyncProperty(kind, typed, async (by, [who, space, shouts]) => {
      const name = who.account ?? '';
      const other = { ...who, account: space + (shouts ? name.toUpperCase() : name) + space };
      const counters = await countersOf(by, who);
      expect(await countersOf(by, other)).toEqual(counters);
      const limits = attemptLimits[by].map(
        ({ attempts, windowSeconds }) => `${attempts} in ${windowSeconds}`,
      );
      const asked = counters.map(({ attempts, window_seconds }) => `${attempts} in ${window_seconds}`);
      let at = 0;
      for (const counter of asked) {
        at = limits.indexOf(counter, at) + 1;
        expect(at).toBeGreaterThan(0);
      }
    }),
  );
});

test('during an outage an account gets no more attempts than its limits, from however many networks', async () => {
  isAway = true;
  const guessing = fc.array(network, { minLength: 150, maxLength: 200 });
  let guessers = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('sign_in', 'mailed_code', 'recovery_code'),
      guessing,
      async (by, networks) => {
        guessers += 1;
        let passed = 0;
        for (const address of networks)
          if ((await consumeAttempt(by, { account: `victim ${guessers}`, address })).ok) passed += 1;
        const [limit] = attemptLimits[by].filter(({ per }) => per === 'account');
        expect(passed).toBeLessThanOrEqual(limit?.attempts ?? 0);
        expect(passed).toBeGreaterThan(0);
      },
    ),
    { numRuns: 3 },
  );
});

test('narrower limits come first, and none allows a higher rate than that for everyone', () => {
  const order: LimitScope[] = ['mail', 'account at network', 'network', 'account', 'everyone'];
  for (const limits of Object.values(attemptLimits)) {
    const scopes = limits.map(({ per }) => order.indexOf(per));
    expect(scopes).toEqual([...scopes].sort((one, other) => one - other));
    const rate = ({ attempts, windowSeconds }: { attempts: number; windowSeconds: number }) =>
      attempts / windowSeconds;
    for (const limit of limits) {
      const [everyone] = limits.filter(({ per }) => per === 'everyone');
      if (everyone) expect(rate(limit)).toBeLessThanOrEqual(rate(everyone));
    }
  }
});

test("a success resets only the client's own counters", async () => {
  await fc.assert(
    fc.asyncProperty(kind, stranger, stranger, async (by, who, other) => {
      fc.pre(who.account !== other.account);
      const theirs = await keysOf(by, other);
      calls.length = 0;
      await resetAttempts(by, who);
      expect(calls[0]?.p_key_hashes?.filter((key) => theirs.includes(key))).toEqual([]);
    }),
  );
});

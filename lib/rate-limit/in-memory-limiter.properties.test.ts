import { fc } from '../testing/properties';
import { type AttemptCounter, countInMemory } from './in-memory-limiter';

const seconds = 1000;
let places = 0;
const counters = fc
  .array(
    fc.record({ attempts: fc.integer({ min: 1, max: 4 }), window_seconds: fc.integer({ min: 1, max: 90 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((limits) => {
    places += 1;
    return limits.map((limit, index): AttemptCounter => ({ ...limit, key_hash: `${places} ${index}` }));
  });
/** The milliseconds between attempts. */
const pauses = fc.array(fc.integer({ min: 0, max: 40 * seconds }), { minLength: 1, maxLength: 30 });
const start = Date.parse('2026-11-20T10:00:00Z');

test('no window has more attempts than its limit, whenever they are made', () => {
  fc.assert(
    fc.property(counters, pauses, (limits, waits) => {
      let now = start;
      const passed: number[] = [];
      for (const wait of waits) {
        now += wait;
        if (countInMemory(limits, now).ok) passed.push(now);
      }
      for (const { attempts, window_seconds } of limits) {
        // Windows begin with their first attempt.
        let [begun, count] = [Number.NEGATIVE_INFINITY, 0];
        for (const at of passed) {
          if (at >= begun + window_seconds * seconds) [begun, count] = [at, 0];
          count += 1;
          expect(count).toBeLessThanOrEqual(attempts);
        }
      }
    }),
  );
});

test('the wait never grows as time passes, never exceeds the window, and is long enough', () => {
  fc.assert(
    fc.property(
      counters,
      fc.array(fc.nat(10 * seconds), { minLength: 1, maxLength: 8 }),
      ([limit], waits) => {
        if (!limit) throw new Error('no limit');
        let now = start;
        for (let count = 0; count < limit.attempts; count++)
          expect(countInMemory([limit], now).ok).toBe(true);
        let told = limit.window_seconds;
        for (const wait of waits) {
          now += wait;
          const counted = countInMemory([limit], now);
          if (counted.ok) {
            expect(now).toBeGreaterThanOrEqual(start + limit.window_seconds * seconds);
            return;
          }
          const again = counted.retryAfterSeconds ?? Number.NaN;
          expect(again).toBeGreaterThanOrEqual(1);
          expect(again).toBeLessThanOrEqual(told);
          told = again;
        }
        expect(countInMemory([limit], now + told * seconds).ok).toBe(true);
      },
    ),
  );
});

test('an attempt that one limit refuses is not counted by the others', () => {
  fc.assert(
    fc.property(counters, fc.integer({ min: 1, max: 20 }), (limits, refused) => {
      const [first, ...others] = limits;
      if (!first) throw new Error('no limit');
      const full = { ...first, key_hash: `${first.key_hash} full`, attempts: 0 };
      countInMemory([{ ...full, attempts: 1 }], start);
      for (let count = 0; count < refused; count++) {
        expect(countInMemory([...others, full], start).ok).toBe(false);
        expect(countInMemory([full, ...others], start).ok).toBe(false);
      }
      for (const other of others)
        for (let count = 0; count < other.attempts; count++)
          expect(countInMemory([other], start).ok).toBe(true);
    }),
  );
});

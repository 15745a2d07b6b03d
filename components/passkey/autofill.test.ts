import { type Autofill, makeAutofill } from './autofill';

const minute = 60_000;
/** The expiry of a new challenge in epoch seconds, as set by a server whose clock is `late` milliseconds ahead. */
const inFiveMinutes = (late = 0) => Math.floor((Date.now() + late) / 1000) + 300;
const request = (expiresAt = inFiveMinutes()) => ({
  ok: true as const,
  ticket: `ticket ${start.mock.calls.length}`,
  options: { challenge: 'AQID', rpId: 'example.com' },
  expiresAt,
});
const start = jest.fn();
const onPicked = jest.fn();

type Asked = {
  mediation: string;
  signal: AbortSignal;
  pick: () => void;
  refuse: () => void;
};
let asked: Asked[];
let tab: EventTarget & { visibilityState: string };
let running: Autofill | undefined;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') });
  start.mockReset().mockImplementation(async () => request());
  onPicked.mockReset();
  asked = [];
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const get = ({ mediation, signal }: { mediation: string; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const bytes = new Uint8Array([1]).buffer;
      const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes };
      const fail = (name: string) => reject(new DOMException('', name));
      signal.addEventListener('abort', () => fail('AbortError'));
      asked.push({
        ...{ mediation, signal },
        pick: () => resolve({ rawId: bytes, type: 'public-key', response }),
        refuse: () => fail('NotAllowedError'),
      });
    });
  put('navigator', { credentials: { get } });
  put('document', tab);
  put('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
});
afterEach(() => {
  running?.stop();
  jest.useRealTimers();
});

function put(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** Runs all pending promises. */
const settle = () => jest.advanceTimersByTimeAsync(0);
async function begin(): Promise<Autofill> {
  running = makeAutofill({ start, onPicked });
  running.offer();
  await settle();
  return running;
}
function show(visibilityState: string): void {
  tab.visibilityState = visibilityState;
  tab.dispatchEvent(new Event('visibilitychange'));
}

test('passes on the picked passkey with its challenge', async () => {
  await begin();
  expect(asked).toMatchObject([{ mediation: 'conditional' }]);
  asked[0]?.pick();
  await settle();
  expect(onPicked).toHaveBeenCalledWith(
    expect.objectContaining({ ticket: 'ticket 1' }),
    expect.objectContaining({ id: 'AQ' }),
  );
});

test.each([
  ['has no such list', { isConditionalMediationAvailable: async () => false }],
  ['is too old to say', {}],
  ['fails to say', { isConditionalMediationAvailable: async () => Promise.reject(new Error('no')) }],
])('a browser that %s requests no challenge', async (_, browser) => {
  put('PublicKeyCredential', browser);
  await begin();
  expect(start).not.toHaveBeenCalled();
});

test('requests nothing while the tab is hidden, until it becomes visible', async () => {
  show('hidden');
  await begin();
  expect(start).not.toHaveBeenCalled();
  show('visible');
  await settle();
  expect(start).toHaveBeenCalledTimes(1);
});

test('replaces a challenge twenty seconds before it expires, at most twice, by aborting and starting again', async () => {
  await begin();
  await jest.advanceTimersByTimeAsync(5 * minute - 20_001);
  expect(start).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1001);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(start).toHaveBeenCalledTimes(3);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
});

test('replaces a challenge that expired in a hidden tab once the tab is visible', async () => {
  await begin();
  show('hidden');
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(start).toHaveBeenCalledTimes(1);
  show('visible');
  await settle();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test.each([
  ['a day ahead', -24 * 60 * minute, 1],
  ['a day late', 24 * 60 * minute, 5],
  ['a century late', 100 * 365 * 24 * 60 * minute, 5],
])(
  'with a clock that is %s, requests a challenge at most once a minute, and none outlives its time at Auth',
  async (_, late, minutes) => {
    start.mockImplementation(async () => request(inFiveMinutes(late)));
    await begin();
    await jest.advanceTimersByTimeAsync(minutes * minute - 20_001);
    expect(start).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2000);
    expect(start).toHaveBeenCalledTimes(2);
  },
);

test.each([
  ['is refused', async () => ({ ok: false, problem: { code: 'auth.too_many_attempts' } })],
  ['gets no answer', async () => Promise.reject(new Error('offline'))],
])(
  'a challenge that %s is not requested again at the next key press, and nothing throws',
  async (_, answer) => {
    start.mockImplementation(answer);
    const autofill = await begin();
    autofill.offer();
    await jest.advanceTimersByTimeAsync(60 * minute);
    expect(start).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([]);
    expect(await autofill.takeOver()).toBeUndefined();
  },
);

test('a refusal by the browser ends the offer silently', async () => {
  const autofill = await begin();
  asked[0]?.refuse();
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(start).toHaveBeenCalledTimes(1);
  expect(onPicked).not.toHaveBeenCalled();
  expect(await autofill.takeOver()).toBeUndefined();
});

test('offers passkeys again on demand, with the same challenge while it is valid', async () => {
  const autofill = await begin();
  for (let refused = 0; refused < 5; refused += 1) {
    asked.at(-1)?.refuse();
    await settle();
    autofill.offer();
    await settle();
  }
  expect(asked).toHaveLength(6);
  expect(start).toHaveBeenCalledTimes(1);
  asked.at(-1)?.refuse();
  await jest.advanceTimersByTimeAsync(5 * minute);
  autofill.offer();
  await settle();
  expect(start).toHaveBeenCalledTimes(2);
  asked.at(-1)?.pick();
  await settle();
  expect(onPicked).toHaveBeenCalledWith(
    expect.objectContaining({ ticket: 'ticket 2' }),
    expect.objectContaining({ id: 'AQ' }),
  );
});

test('a page left open offers passkeys again at the next key press or touch', async () => {
  const autofill = await begin();
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(asked.at(-1)?.signal.aborted).toBe(true);
  autofill.offer();
  await settle();
  expect(asked.at(-1)?.signal.aborted).toBe(false);
  expect(start).toHaveBeenCalledTimes(4);
});

test('does nothing while an offer is running', async () => {
  const autofill = await begin();
  autofill.offer();
  await settle();
  expect([start.mock.calls.length, asked.length]).toEqual([1, 1]);
});

test('stopping aborts a challenge request in flight', async () => {
  const { promise } = Promise.withResolvers<ReturnType<typeof request>>();
  start.mockReturnValue(promise);
  const autofill = await begin();
  autofill.stop();
  expect(start.mock.calls[0]?.[0].aborted).toBe(true);
  expect(await autofill.takeOver()).toBeUndefined();
  start.mockImplementation(async () => request());
  autofill.offer();
  await settle();
  expect(asked).toMatchObject([{ mediation: 'conditional' }]);
});

describe('taken over', () => {
  test('aborts the offer, requests nothing further, and returns the unused challenge, once', async () => {
    const autofill = await begin();
    const unused = autofill.takeOver();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(await unused).toMatchObject({ ticket: 'ticket 1' });
    expect(await autofill.takeOver()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(60 * minute);
    expect(start).toHaveBeenCalledTimes(1);
    expect(onPicked).not.toHaveBeenCalled();
  });

  test("returns a challenge in flight, and doesn't ask the browser", async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof request>>();
    start.mockReturnValue(promise);
    const autofill = await begin();
    const unused = autofill.takeOver();
    resolve(request());
    expect(await unused).toMatchObject({ options: { challenge: 'AQID' } });
    await settle();
    expect(asked).toEqual([]);
  });

  test('does not return a used challenge', async () => {
    const autofill = await begin();
    asked[0]?.pick();
    await settle();
    expect(await autofill.takeOver()).toBeUndefined();
  });
});

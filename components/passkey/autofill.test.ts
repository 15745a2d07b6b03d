import { type Autofill, makeAutofill } from './autofill';

const minute = 60_000;
/** When a challenge of Auth has run out, as epoch seconds, by a clock that is `late` milliseconds wrong. */
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

/** Lets all go on that waits for nothing but promises. */
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

test('what somebody picks is handed over with the challenge that it was picked for', async () => {
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
])('a browser that %s costs no challenge', async (_, browser) => {
  put('PublicKeyCredential', browser);
  await begin();
  expect(start).not.toHaveBeenCalled();
});

test('a tab that nobody sees asks for nothing until somebody does', async () => {
  show('hidden');
  await begin();
  expect(start).not.toHaveBeenCalled();
  show('visible');
  await settle();
  expect(start).toHaveBeenCalledTimes(1);
});

test('a challenge is replaced twenty seconds before it runs out, at most twice, by abort and a new one', async () => {
  await begin();
  await jest.advanceTimersByTimeAsync(5 * minute - 20_001);
  expect(start).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1001);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(start).toHaveBeenCalledTimes(3);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
});

test('one that runs out while nobody sees the tab is replaced once somebody does', async () => {
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
  'a clock that is %s asks no more often than each minute, nor keeps what Auth has dropped',
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
  'a challenge that %s is not asked for again, also not at the next key, and nothing is thrown',
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

test('what the browser refuses ends it, without a word', async () => {
  const autofill = await begin();
  asked[0]?.refuse();
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(start).toHaveBeenCalledTimes(1);
  expect(onPicked).not.toHaveBeenCalled();
  expect(await autofill.takeOver()).toBeUndefined();
});

test('after that it is offered again when somebody wants it, by the same challenge as long as that is good', async () => {
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

test('a page that was left open offers them again at the next key or touch', async () => {
  const autofill = await begin();
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(asked.at(-1)?.signal.aborted).toBe(true);
  autofill.offer();
  await settle();
  expect(asked.at(-1)?.signal.aborted).toBe(false);
  expect(start).toHaveBeenCalledTimes(4);
});

test('what is offered already is not asked for again', async () => {
  const autofill = await begin();
  autofill.offer();
  await settle();
  expect([start.mock.calls.length, asked.length]).toEqual([1, 1]);
});

test('stopped while the challenge is under way, it gives that up', async () => {
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
  test('it takes back what it asked, asks no more, and hands the unused challenge on, once', async () => {
    const autofill = await begin();
    const unused = autofill.takeOver();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(await unused).toMatchObject({ ticket: 'ticket 1' });
    expect(await autofill.takeOver()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(60 * minute);
    expect(start).toHaveBeenCalledTimes(1);
    expect(onPicked).not.toHaveBeenCalled();
  });

  test('while the challenge is under way, that one is handed on and the browser is not asked', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof request>>();
    start.mockReturnValue(promise);
    const autofill = await begin();
    const unused = autofill.takeOver();
    resolve(request());
    expect(await unused).toMatchObject({ options: { challenge: 'AQID' } });
    await settle();
    expect(asked).toEqual([]);
  });

  test('after one was picked, the used challenge is not handed on', async () => {
    const autofill = await begin();
    asked[0]?.pick();
    await settle();
    expect(await autofill.takeOver()).toBeUndefined();
  });
});

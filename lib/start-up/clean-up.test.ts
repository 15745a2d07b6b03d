import { cleanUp, cleanUpEveryHour } from './clean-up.ts';

const mockCallFunction = jest.fn<Promise<unknown>, [string, Record<string, unknown>]>();
jest.mock('../supabase/call-function.ts', () => ({
  callFunction: (name: string, parameters: Record<string, unknown>) => mockCallFunction(name, parameters),
}));
const mockDeleteAbandoned = jest.fn();
jest.mock('../auth/account/pending-deletions.ts', () => ({
  deleteAbandonedSignUps: async () => mockDeleteAbandoned(),
}));
// Skips the pause between two calls.
jest.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

const minute = 60_000;
function answer(...rows: ({ more: boolean } | null)[]): void {
  let place = 0;
  mockCallFunction.mockImplementation(async () => ({
    ok: true,
    rows: rows[Math.min(place++, rows.length - 1)],
  }));
}
const seconds = () => mockCallFunction.mock.calls.map(([, given]) => given.p_unless_within_seconds);

beforeEach(() => {
  jest.useFakeTimers();
  mockCallFunction.mockReset();
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('calls once if nothing is left, or if another process has just done it', async () => {
  for (const rows of [{ more: false }, null]) {
    mockCallFunction.mockClear();
    answer(rows);
    await cleanUp();
    expect(mockCallFunction.mock.calls).toEqual([['clean_up', { p_unless_within_seconds: 3600 }]]);
  }
});

test('continues while more is left, without waiting for another hour', async () => {
  answer({ more: true }, { more: true }, { more: false });
  await cleanUp();
  expect(seconds()).toEqual([3600, 0, 0]);
});

test('stops when another process has taken over', async () => {
  answer({ more: true }, null);
  await cleanUp();
  expect(seconds()).toEqual([3600, 0]);
});

test('stops after a hundred calls, and leaves the rest for the next hour', async () => {
  answer({ more: true });
  await cleanUp();
  expect(mockCallFunction).toHaveBeenCalledTimes(100);
});

test('never throws when the database is unreachable or lacks the function', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  mockCallFunction.mockResolvedValueOnce({ ok: false, code: 'backend.unavailable' });
  await cleanUp();
  mockCallFunction.mockRejectedValueOnce(new Error('The function clean_up failed: PGRST202'));
  await cleanUp();
  expect(log.mock.calls.flat()).toEqual([
    'Old rows could not be deleted: backend.unavailable',
    'Old rows could not be deleted: The function clean_up failed: PGRST202',
  ]);
});

test('starts ten minutes after startup, and runs again every hour', async () => {
  answer({ more: false });
  cleanUpEveryHour(true);
  await jest.advanceTimersByTimeAsync(9 * minute);
  expect(mockCallFunction).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2 * minute);
  expect(mockCallFunction).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(120 * minute);
  expect(mockCallFunction).toHaveBeenCalledTimes(3);
  expect(mockDeleteAbandoned).toHaveBeenCalledTimes(3);
  // Another process does this hour's cleanup.
  answer(null);
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(mockDeleteAbandoned).toHaveBeenCalledTimes(3);
});

test('with a scheduled cleanup in the database the server still deletes accounts', async () => {
  mockDeleteAbandoned.mockClear();
  cleanUpEveryHour(false);
  await jest.advanceTimersByTimeAsync(11 * minute);
  expect([mockCallFunction.mock.calls, mockDeleteAbandoned.mock.calls.length]).toEqual([[], 1]);
});

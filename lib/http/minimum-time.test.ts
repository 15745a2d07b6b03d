import { mailMinimumTime, signInMinimumTime } from './minimum-time';

const settings = { hasMinimumTimes: true };
jest.mock('../env', () => ({ environment: () => settings }));

beforeEach(() => {
  settings.hasMinimumTimes = true;
  jest.useFakeTimers();
});

afterEach(() => jest.useRealTimers());

it.each([
  ['a refused sign-in', signInMinimumTime, 800],
  ['an answer to a request for a mail', mailMinimumTime, 1500],
])('%s takes at least its minimum time', async (_, floor, milliseconds) => {
  const passed = jest.fn();
  void floor().then(passed);
  await jest.advanceTimersByTimeAsync(milliseconds - 1);
  expect(passed).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(passed).toHaveBeenCalled();
});

it('without minimum times nothing waits', async () => {
  settings.hasMinimumTimes = false;
  await Promise.all([signInMinimumTime(), mailMinimumTime()]);
  expect(jest.getTimerCount()).toBe(0);
});

/** Timers that stay real, because HTTP requests need them. */
const realTimers = [
  ...([
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ] as const),
  ...(['nextTick', 'queueMicrotask', 'hrtime', 'performance'] as const),
];

/** Moves this test's clock forward and stops it there, until `jest.useRealTimers()`. */
export function passTime(milliseconds: number): void {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...realTimers] });
}

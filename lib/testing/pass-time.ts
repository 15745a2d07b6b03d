/** Timers stay real: requests over HTTP need them. */
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

/** Moves the clock of this test forward and stops it there, until `jest.useRealTimers()`. */
export function passTime(milliseconds: number): void {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...realTimers] });
}

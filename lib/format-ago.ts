const minuteInMilliseconds = 60_000;
const hourInMilliseconds = 60 * minuteInMilliseconds;
const dayInMilliseconds = 24 * hourInMilliseconds;

/**
 * How long before `now` a time was, in its largest whole unit, like `2 hours ago`; `just now` under a minute or in the
 * future.
 * @param at ISO 8601, as `now` is.
 * @returns null when either is no time.
 */
export function formatAgo(at: string, now: string): string | null {
  const passed = Date.parse(now) - Date.parse(at);
  if (Number.isNaN(passed)) return null;
  if (passed < minuteInMilliseconds) return 'just now';
  if (passed < hourInMilliseconds) return count(passed / minuteInMilliseconds, 'minute');
  if (passed < dayInMilliseconds) return count(passed / hourInMilliseconds, 'hour');
  return count(passed / dayInMilliseconds, 'day');
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

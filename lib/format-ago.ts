const minuteInMilliseconds = 60_000;
const hourInMilliseconds = 60 * minuteInMilliseconds;
const dayInMilliseconds = 24 * hourInMilliseconds;

/**
 * The age of a time in its largest whole unit, such as `2 hours ago`; `just now` under a minute or in the future.
 * @param at ISO 8601, like `now`.
 * @returns null when either isn't a time.
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

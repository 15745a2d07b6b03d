/** When a page was rendered, by the server's clock, because the user's may be wrong (ISO 8601). */
export type RenderedAt = string;

const minuteInMilliseconds = 60_000;
const hourInMilliseconds = 60 * minuteInMilliseconds;
const dayInMilliseconds = 24 * hourInMilliseconds;

/** @returns an age such as `2 hours ago`; `just now` under a minute or in the future; null unless both times are ISO 8601. */
export function formatAgo(at: string, now: RenderedAt): string | null {
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

/** UTC, or the runtime's time zone, which is the reader's only in their browser. */
export type Zone = 'utc' | 'local';

/** Such as `14 Nov 2026, 10:12 UTC`; a local time names no zone. @param at ISO 8601; anything else throws a RangeError. */
export function formatTime(at: string, zone: Zone = 'utc', hasSeconds = false): string {
  const { date, clock } = readTime(at, zone, hasSeconds);
  return `${date}, ${clock}${zone === 'utc' ? ' UTC' : ''}`;
}

export function writeDate(at: string, zone: Zone = 'utc'): string {
  return readTime(at, zone).date;
}

export function writeClock(at: string, zone: Zone = 'utc'): string {
  return `${readTime(at, zone).clock}${zone === 'utc' ? ' UTC' : ''}`;
}

function readTime(at: string, zone: Zone, hasSeconds = false): { date: string; clock: string } {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) throw new RangeError('That is not a time');
  const shifted = zone === 'local' ? time.getTime() - time.getTimezoneOffset() * 60_000 : time;
  // ECMAScript fixes the format `Sat, 14 Nov 2026 10:12:59 GMT` in every browser and language.
  const text = new Date(shifted).toUTCString();
  return { date: text.slice(5, 16).replace(/^0/, ''), clock: text.slice(17, hasSeconds ? 25 : 22) };
}

/** When a page was rendered, by the server's clock, because the user's may be wrong (ISO 8601). */
export type RenderedAt = string;

const minuteInMilliseconds = 60_000;
const hourInMilliseconds = 60 * minuteInMilliseconds;
export const dayInMilliseconds = 24 * hourInMilliseconds;
const ages = new Intl.RelativeTimeFormat('en');

/** @returns an age such as `2 hours ago`; `just now` under a minute or in the future; null unless both times are ISO 8601. */
export function formatAgo(at: string, now: RenderedAt): string | null {
  const passed = Date.parse(now) - Date.parse(at);
  if (Number.isNaN(passed)) return null;
  if (passed < minuteInMilliseconds) return 'just now';
  if (passed < hourInMilliseconds) return ages.format(-Math.floor(passed / minuteInMilliseconds), 'minute');
  if (passed < dayInMilliseconds) return ages.format(-Math.floor(passed / hourInMilliseconds), 'hour');
  return ages.format(-Math.floor(passed / dayInMilliseconds), 'day');
}

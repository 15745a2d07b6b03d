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

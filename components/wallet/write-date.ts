const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayInMilliseconds = 24 * 60 * 60 * 1000;
/** A proof younger than this needs no word about its age. */
const freshForDays = 90;
/** Mean lengths of the calendar's. */
const monthInDays = 30.44;
const yearInDays = 365.25;

/** `14 Nov 2026`, in UTC, so that server and browser write the same. */
export function writeDate(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** How long ago, like `5 months ago`; null for up to 90 days. */
export function writeAge(iso: string, now: string): string | null {
  const days = (Date.parse(now) - Date.parse(iso)) / dayInMilliseconds;
  if (!(days > freshForDays)) return null;
  const [count, unit] =
    days < yearInDays
      ? [Math.min(11, Math.round(days / monthInDays)), 'month']
      : [Math.floor(days / yearInDays), 'year'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

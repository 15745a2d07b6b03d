const dayInMilliseconds = 24 * 60 * 60 * 1000;
/** A proof younger than this needs no word about its age. */
const freshForDays = 90;
/** Mean lengths of the calendar's. */
const monthInDays = 30.44;
const yearInDays = 365.25;

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

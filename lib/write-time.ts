/**
 * A time as everybody reads it alike, like `14 Nov 2026, 10:12 UTC`.
 * @param at ISO 8601. Throws a RangeError when it is no time.
 */
export function writeTime(at: string): string {
  // ISO strings end in Z: whatever offset a time came with, this is UTC.
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-').map(Number);
  const clock = new Date(at).toISOString().slice(11, 16);
  return `${day} ${months[(month ?? 1) - 1]} ${year}, ${clock} UTC`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const dayInMilliseconds = 24 * 60 * 60_000;
const units = [
  ['day', dayInMilliseconds],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;
const ages = new Intl.RelativeTimeFormat('en');

/** When a page was rendered, by the server's clock, because the user's may be wrong (ISO 8601). */
export type RenderedAt = string;

/** @returns an age such as `2 hours ago`; `just now` under a minute or in the future; null unless both times are ISO 8601. */
export function formatAgo(at: string, now: RenderedAt): string | null {
  const passed = Date.parse(now) - Date.parse(at);
  if (Number.isNaN(passed)) return null;
  const [unit, length = 0] = units.find(([, milliseconds]) => passed >= milliseconds) ?? [];
  return unit ? ages.format(-Math.floor(passed / length), unit) : 'just now';
}

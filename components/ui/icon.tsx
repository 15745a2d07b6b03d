/** Each drawn by lines of 1.5 px in a square of 16. */
const paths = {
  tick: 'M2.75 8.5 6.25 12l7-8',
  copy: 'M5.25 7A1.75 1.75 0 0 1 7 5.25h5A1.75 1.75 0 0 1 13.75 7v5A1.75 1.75 0 0 1 12 13.75H7A1.75 1.75 0 0 1 5.25 12zM10.75 5.25V4A1.75 1.75 0 0 0 9 2.25H4A1.75 1.75 0 0 0 2.25 4v5A1.75 1.75 0 0 0 4 10.75h1.25',
  pencil: 'M10.75 2.7a1.5 1.5 0 0 1 2.12 0l.43.43a1.5 1.5 0 0 1 0 2.12L5.9 12.65l-3.4.85.85-3.4z',
  star: 'm8 2.1 1.8 3.65 4.05.6-2.93 2.85.7 4.02L8 11.33l-3.62 1.89.7-4.02L2.15 6.35l4.05-.6z',
  sign: 'M2 14h12M2.5 10.5C5 9.8 6.3 2.75 7.9 2.75S6.1 10.3 8 10.3s1.7-2.8 2.7-2.8-.1 2.4 1.1 2.4c.8 0 1-.5 1.7-.5',
  out: 'M9.75 2.5h3.75v3.75M13.5 2.5l-6 6M11.5 9.25v3a1.25 1.25 0 0 1-1.25 1.25h-6.5A1.25 1.25 0 0 1 2.5 12.25v-6.5A1.25 1.25 0 0 1 3.75 4.5h3',
  hide: 'M2.5 2.5l11 11M6.5 3.9A6.6 6.6 0 0 1 8 3.75c3.5 0 5.5 4.25 5.5 4.25a9 9 0 0 1-1.6 2.2M4.3 5.3A9 9 0 0 0 2.5 8s2 4.25 5.5 4.25a5.6 5.6 0 0 0 2-.4',
  plus: 'M8 3v10M3 8h10',
  trash:
    'M2.5 4.25h11M6 4.25V3a.75.75 0 0 1 .75-.75h2.5A.75.75 0 0 1 10 3v1.25M4 4.25l.55 8.3A1.25 1.25 0 0 0 5.8 13.75h4.4a1.25 1.25 0 0 0 1.25-1.2L12 4.25',
  dots: 'M3 8h.01M8 8h.01M13 8h.01',
} as const;

export type IconName = keyof typeof paths;

/** A picture beside words that say the same, or in a control that has a name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: 14 | 16 }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 2.6 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={paths[name]} />
    </svg>
  );
}

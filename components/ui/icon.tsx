const paths = {
  tick: 'M2.75 8.5 6.25 12l7-8',
  copy: 'M5.25 7A1.75 1.75 0 0 1 7 5.25h5A1.75 1.75 0 0 1 13.75 7v5A1.75 1.75 0 0 1 12 13.75H7A1.75 1.75 0 0 1 5.25 12zM10.75 5.25V4A1.75 1.75 0 0 0 9 2.25H4A1.75 1.75 0 0 0 2.25 4v5A1.75 1.75 0 0 0 4 10.75h1.25',
  download: 'M8 2v8.25M4.75 7.25 8 10.5l3.25-3.25M2.5 13.75h11',
  print:
    'M4.5 6V2.25h7V6M4.5 11.5H3A1.25 1.25 0 0 1 1.75 10.25v-3A1.25 1.25 0 0 1 3 6h10a1.25 1.25 0 0 1 1.25 1.25v3A1.25 1.25 0 0 1 13 11.5h-1.5M4.5 9.75h7v4h-7z',
  link: 'M6.75 9.25a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.25 6.75a2.6 2.6 0 0 0-3.7 0l-2.3 2.3a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  lock: 'M4 7.25h8a.75.75 0 0 1 .75.75v5a.75.75 0 0 1-.75.75H4a.75.75 0 0 1-.75-.75V8A.75.75 0 0 1 4 7.25zM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
  cross: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  dots: 'M3 8h.01M8 8h.01M13 8h.01',
} as const;

/** A decorative icon: beside text with the same meaning, or in a control that has a name. */
export function Icon({ name, size = 16 }: { name: keyof typeof paths; size?: 14 | 16 }) {
  return <Lines path={paths[name]} size={size} look={name === 'dots' ? 'icon stroke-[2.6]' : 'icon'} />;
}

export function Lines({ path, size = 16, look = 'icon' }: { path: string; size?: number; look?: string }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 16 16" className={look}>
      <path d={path} />
    </svg>
  );
}

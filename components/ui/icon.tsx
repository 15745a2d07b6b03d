const paths = {
  tick: 'M2.75 8.5 6.25 12l7-8',
  copy: 'M5.25 7A1.75 1.75 0 0 1 7 5.25h5A1.75 1.75 0 0 1 13.75 7v5A1.75 1.75 0 0 1 12 13.75H7A1.75 1.75 0 0 1 5.25 12zM10.75 5.25V4A1.75 1.75 0 0 0 9 2.25H4A1.75 1.75 0 0 0 2.25 4v5A1.75 1.75 0 0 0 4 10.75h1.25',
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

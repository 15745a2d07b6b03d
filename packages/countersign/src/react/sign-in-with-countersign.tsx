export type SignInWithCountersignProps = {
  /** The path in the app that people return to. */
  returnTo?: string;
  path?: string;
  siteName?: string;
  /** The background it is for. `auto` follows the page's `color-scheme`. */
  theme?: 'auto' | 'light' | 'dark';
  className?: string;
};

const height = 44;
const ink = '#1b1d22';
const paper = '#faf8f3';
/** Shows the button on a dark page that sets no `color-scheme`, where `auto` is dark. */
const outline = '#8a8c91';

/** A link to sign in that looks like a button. Its size is fixed before anything loads, and it needs no script or style sheet. */
export function SignInWithCountersign({
  returnTo = '/',
  path = '/auth/sign-in',
  siteName = 'Countersign',
  theme = 'auto',
  className,
}: SignInWithCountersignProps) {
  const words = `Sign in with ${siteName}`;
  // 8.1 px per letter is the widest among system fonts.
  const width = siteName === 'Countersign' ? 253 : Math.ceil(66 + words.length * 8.1);
  const [back, front] = colors[theme];
  return (
    <a href={`${path}?${new URLSearchParams({ returnTo })}`} className={className}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
        {/* Browsers without `light-dark()` ignore `fill` and inherit the group's color. */}
        <g fill={theme === 'dark' ? paper : ink}>
          <rect x=".5" y=".5" width={width - 1} height={height - 1} rx="5.5" fill={back} stroke={outline} />
        </g>
        <g fill={theme === 'dark' ? ink : paper} stroke={theme === 'dark' ? ink : paper}>
          <g transform="translate(12 8) scale(.875)" fill="none" stroke={front}>
            <path d="M21.5 10.2A7 7 0 1 0 21.5 17.4" strokeWidth="2.6" strokeLinecap="round" />
            <path d="M7 24h18M7 27.4h18" strokeWidth="1.6" />
          </g>
          <text
            x={(width + 30) / 2}
            y="27"
            textAnchor="middle"
            fontFamily="system-ui, sans-serif"
            fontSize="14"
            fontWeight="600"
            fill={front}
            stroke="none"
          >
            {words}
          </text>
        </g>
      </svg>
    </a>
  );
}

const colors = {
  auto: [`light-dark(${ink}, ${paper})`, `light-dark(${paper}, ${ink})`],
  light: [ink, paper],
  dark: [paper, ink],
} as const;

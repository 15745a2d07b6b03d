/** One theme's colors from the team's, each as `#rrggbb`. */
export type Shade = {
  /** Filled buttons. At least 3:1 on every ground. */
  fill: string;
  /** Filled buttons under the pointer. */
  hover: string;
  /** Text on both: black or white. */
  on: string;
  /** Links, focus, and the badge: at least 4.5:1 on every ground. Null in both themes if one's color looks like the green of proofs. */
  text: string | null;
};
export type Accent = {
  light: Shade;
  dark: Shade;
  /** The changes of given colors that make them readable, as sentences for the log and the doctor. */
  changes: string[];
};

const [black, white] = ['#000000', '#ffffff'];

/** The grounds of `app/style/rules.pcss` that text and buttons stand on. */
export const grounds = {
  light: ['#faf8f3', '#ffffff', '#f1eee6', '#e4f1ea', '#fbf0d9', '#fbe8e4'],
  dark: ['#121413', '#1a1d1b', '#0c0e0d', '#13291f', '#2a2111', '#331814'],
};

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for shapes. */
const [ofText, ofShapes] = [4.5, 3];

/** @param color `#rrggbb`. @param dark the color in the dark theme; derived if null. Each is changed until it can be read. */
export function makeAccent(color: string, dark: string | null = null): Accent {
  const isForLinks = ![color, dark ?? color].some(isGreen);
  const shades = {
    light: makeShade(color, 'light', isForLinks),
    dark: makeShade(dark ?? color, 'dark', isForLinks),
  };
  const given = [
    describeChanges(color, 'light', shades.light),
    dark ? describeChanges(dark, 'dark', shades.dark) : [],
  ];
  const green = isForLinks ? [] : ['Green means proven here, so links and focus keep their own color.'];
  return { ...shades, changes: [...given.flat(), ...green] };
}

type Theme = keyof typeof grounds;

function makeShade(color: string, theme: Theme, isForLinks: boolean): Shade {
  const end = theme === 'light' ? black : white;
  // A gray button looks disabled, so black and white turn into each other.
  const from = isGray(color) && !isReadable(color, grounds[theme], ofShapes) ? end : color;
  const fill = mixUntil(from, end, (mixed) => isReadable(mixed, grounds[theme], ofShapes));
  const text = mixUntil(from, end, (mixed) => isReadable(mixed, grounds[theme], ofText));
  const on = contrast(fill, white) >= contrast(fill, black) ? white : black;
  // Toward the text while that can be read, so that pure black and white change too.
  const toward = mix(fill, on, 0.15);
  const hover = contrast(on, toward) >= ofText ? toward : mix(fill, on === white ? black : white, 0.15);
  return { fill, hover, on, text: isForLinks ? text : null };
}

function describeChanges(color: string, theme: Theme, { fill, text }: Shade): string[] {
  const how = theme === 'light' ? 'darkened' : 'lightened';
  return [
    ...(fill === color ? [] : [`The color ${color} is ${how} to ${fill} for buttons in the ${theme} theme.`]),
    ...(text === null || text === color
      ? []
      : [`The color ${color} is ${how} to ${text} for links and focus in the ${theme} theme.`]),
  ];
}

/** CSS variables for both themes. `--lightningcss-light` and `-dark` switch them as the build's own colors: see `app/style/make-sheet.mjs`. */
export function writeAccent({ light, dark }: Accent): string {
  const by = (one: string, other: string) =>
    `var(--lightningcss-light,${one})var(--lightningcss-dark,${other})`;
  const buttons = `--accent:${by(light.fill, dark.fill)};--accent-hover:${by(light.hover, dark.hover)};--on-accent:${by(light.on, dark.on)}`;
  if (!light.text || !dark.text) return `html:root{${buttons}}`;
  // The preview of a proof's picture has the site's name in the color of links, as the picture has.
  return `html:root{${buttons};--link:${by(light.text, dark.text)}}[data-name]{color:var(--link)}`;
}

function isReadable(color: string, on: string[], ratio: number): boolean {
  return on.every((ground) => contrast(color, ground) >= ratio);
}

function mixUntil(color: string, end: string, isEnough: (mixed: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, end, share);
    if (isEnough(mixed)) return mixed;
  }
  return end;
}

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function mix(color: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(color).map((value, place) => value + ((others[place] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** As WCAG 2.2 defines it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function isGray(color: string): boolean {
  const channels = channelsOf(color);
  return Math.max(...channels) - Math.min(...channels) < 16;
}

/** Returns whether a color resembles `--proven`, the green of proofs. */
function isGreen(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = channelsOf(color);
  const spread = green - Math.min(red, blue);
  if (green < Math.max(red, blue) || spread < 0.15 * green) return false;
  const hue = 120 + (60 * (blue - red)) / spread;
  return hue > 75 && hue < 180;
}

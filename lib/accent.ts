/** One theme's colors from the team's, each as `#rrggbb`. */
export type Shade = {
  /** Filled buttons, and the same under the pointer. At least 3:1 on every ground. */
  fill: string;
  hover: string;
  /** Text on both: black or white. */
  on: string;
  /** Links, focus, and the badge: at least 4.5:1 on every ground. Null in both themes if one's color looks like the green of proofs. */
  text: string | null;
};
/** `changes` are the changes of given colors that make them readable, as sentences for the log and the doctor. */
export type Accent = ReturnType<typeof makeAccent>;

const [black, white] = ['#000000', '#ffffff'];

/** The grounds of `app/style/rules.pcss` that text and buttons stand on. */
export const grounds = {
  light: ['#faf8f3', '#ffffff', '#f1eee6', '#e4f1ea', '#fbf0d9', '#fbe8e4'],
  dark: ['#121413', '#1a1d1b', '#0c0e0d', '#13291f', '#2a2111', '#331814'],
};

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for shapes. The last one is between a button and the same under the pointer. */
const [ofText, ofShapes, ofHover] = [4.5, 3, 1.15];

/** @param color `#rrggbb`. @param dark the color in the dark theme; derived if null. Each is changed until it can be read. */
export function makeAccent(color: string, dark: string | null = null) {
  const isForLinks = ![color, dark ?? color].some(isGreen);
  const shades = {
    light: makeShade(color, 'light', isForLinks),
    dark: makeShade(dark ?? color, 'dark', isForLinks),
  };
  // No color suits the links of both themes, so a derived dark color is no change to report.
  const changes = describeChanges(color, 'light', shades.light);
  if (dark) changes.push(...describeChanges(dark, 'dark', shades.dark));
  if (!isForLinks) changes.push('Green means proven here, so links and focus keep their own color.');
  return { ...shades, changes };
}

type Theme = keyof typeof grounds;

function makeShade(color: string, theme: Theme, isForLinks: boolean): Shade {
  const end = theme === 'light' ? black : white;
  // Mixed, near-black and near-white would be a gray that looks disabled, so they turn into each other.
  const from = channelsOf(color).every((part) => (end === black ? part > 0xd0 : part < 0x30)) ? end : color;
  // Mixed with white alone, a dark color would turn dull.
  const vivid = end === white ? mix(brighten(from), white, 0.3) : end;
  const path = [...blend(from, vivid), ...blend(vivid, end), end];
  const reaches = (ratio: number) => (mixed: string) =>
    grounds[theme].every((ground) => contrast(mixed, ground) >= ratio);
  const textOn = (fill: string) => (contrast(fill, white) >= contrast(fill, black) ? white : black);
  // The largest change from 16% down, toward the text first, so that pure black and white change too.
  const findHover = (fill: string, least = ofHover) =>
    [0.16, 0.12, 0.08, 0.04, 0.02]
      .flatMap((share) =>
        [textOn(fill), textOn(fill) === white ? black : white].map((to) => mix(fill, to, share)),
      )
      .filter((mixed) => contrast(textOn(fill), mixed) >= ofText && contrast(fill, mixed) >= least)
      .find(reaches(ofShapes));
  // A color with enough contrast stays, even if it then changes less under the pointer.
  const fill = path.find((mixed) => reaches(ofShapes)(mixed) && (mixed === from || findHover(mixed))) ?? end;
  const text = path.find(reaches(ofText)) ?? end;
  return {
    fill,
    hover: findHover(fill) ?? findHover(fill, 1) ?? fill,
    on: textOn(fill),
    text: isForLinks ? text : null,
  };
}

function describeChanges(color: string, theme: Theme, { fill, text }: Shade): string[] {
  const how = theme === 'light' ? 'darkened' : 'lightened';
  const uses = { buttons: fill, 'links and focus': text ?? color };
  return Object.entries(uses)
    .filter(([, shown]) => shown !== color)
    .map(([use, shown]) => `The color ${color} is ${how} to ${shown} for ${use} in the ${theme} theme.`);
}

/** The color of a phone browser's bar. Null for paper's own, because pure black or white would glare. */
export function chooseBarColor({ text }: Shade): string | null {
  return text === black || text === white ? null : text;
}

/** CSS variables for both themes. `--lightningcss-light` and `-dark` switch them as the build's own colors: see `app/style/make-sheet.mjs`. */
export function writeAccent({ light, dark }: Accent): string {
  const by = (one: string, other: string) =>
    `var(--lightningcss-light,${one})var(--lightningcss-dark,${other})`;
  const buttons = `--accent:${by(light.fill, dark.fill)};--accent-hover:${by(light.hover, dark.hover)};--on-accent:${by(light.on, dark.on)}`;
  if (!light.text || !dark.text) return `html:root{${buttons}}`;
  // The site's name in the preview of a proof's picture, as in the picture.
  return `html:root{${buttons};--link:${by(light.text, dark.text)};--site-name:var(--link)}`;
}

/** From one color to just before the other. */
const blend = (color: string, other: string) =>
  Array.from({ length: 50 }, (_, place) => mix(color, other, place / 50));

/** The same hue and saturation, as bright as it gets. */
const brighten = (color: string) => mix(black, color, 255 / Math.max(1, ...channelsOf(color)));

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

/** Returns whether a color resembles `--proven`, the green of proofs. */
function isGreen(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = channelsOf(color);
  const spread = green - Math.min(red, blue);
  if (green < Math.max(red, blue) || spread < 0.15 * green) return false;
  const hue = 120 + (60 * (blue - red)) / spread;
  return hue > 65 && hue < 180;
}

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SignInWithCountersign } from './sign-in-with-countersign';

/** WCAG 2.2, "relative luminance". */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(['light', 'dark'] as const)(
  'the button for a %s page stands out from black, white and #0a0a0a',
  (theme) => {
    const markup = renderToStaticMarkup(createElement(SignInWithCountersign, { theme }));
    const [, fill = '', stroke = ''] = /<rect [^>]*fill="(#\w{6})" stroke="(#\w{6})"/.exec(markup) ?? [];
    // A page that sets no `color-scheme` gets the button for a light page, whatever its background.
    for (const page of ['#000000', '#0a0a0a', '#ffffff'])
      expect(Math.max(contrastOf(fill, page), contrastOf(stroke, page))).toBeGreaterThanOrEqual(3);
  },
);

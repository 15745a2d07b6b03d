import { chooseBarColor, contrast, grounds, makeAccent, writeAccent } from './accent';
import { teamColors } from './testing/team-colors';

test.each(teamColors)('%s becomes colors that can be read in both themes', (color) => {
  const accent = makeAccent(color);
  for (const theme of ['light', 'dark'] as const) {
    const { fill, hover, on, text } = accent[theme];
    for (const ground of grounds[theme]) {
      for (const button of [fill, hover]) expect(contrast(button, ground)).toBeGreaterThanOrEqual(3);
      if (text) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
    for (const button of [fill, hover]) expect(contrast(on, button)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(fill, hover)).toBeGreaterThanOrEqual(1.15);
  }
});

test('a color that can be read stays as it is, and every change of a given color is named', () => {
  expect(makeAccent('#7a3e1d').changes).toEqual([]);
  expect(makeAccent('#d24b87').light.fill).toBe('#d24b87');
  expect(makeAccent('#1d4fb8', '#93b4ff')).toMatchObject({
    light: { fill: '#1d4fb8', text: '#1d4fb8', on: '#ffffff' },
    dark: { fill: '#93b4ff', text: '#93b4ff', on: '#000000' },
    changes: [],
  });
  expect(makeAccent('#ffd400', '#ffd400').changes).toEqual([
    'The color #ffd400 is darkened to #9e8300 for buttons in the light theme.',
    'The color #ffd400 is darkened to #7a6600 for links and focus in the light theme.',
  ]);
});

test('black and white turn into each other instead of a gray that looks disabled, and grays stay gray', () => {
  expect(makeAccent('#0b0b0c').dark).toMatchObject({ fill: '#ffffff', on: '#000000', text: '#ffffff' });
  expect(makeAccent('#ffffff').light).toMatchObject({ fill: '#000000', on: '#ffffff', text: '#000000' });
  expect(makeAccent('#808080')).toMatchObject({ light: { fill: '#808080' }, dark: { fill: '#808080' } });
  expect(makeAccent('#bbbbbb').light).toMatchObject({ fill: '#878787', text: '#696969' });
});

test("a phone browser's bar has the color of links, but paper's instead of pure black and white", () => {
  const bars = ['#ffd400', '#000000', '#ffffff'].map((color) => chooseBarColor(makeAccent(color).dark));
  expect(bars).toEqual(['#ffd400', null, null]);
});

test('a green colors no link, because green text means proven', () => {
  const lime = '#c8ff00';
  for (const [color, dark] of [['#0e6a4e'], ['#1b3a2d'], [lime], ['#0a2a66', '#2fbf71']] as const) {
    const accent = makeAccent(color, dark);
    expect([accent.light.text, accent.dark.text]).toEqual([null, null]);
    expect(accent.changes).toContain('Green means proven here, so links and focus keep their own color.');
    expect(writeAccent(accent)).not.toContain('link');
  }
  expect(makeAccent('#808080').light.text).not.toBeNull();
});

test("the grounds are the style sheet's", async () => {
  const { readFile } = await import('node:fs/promises');
  const rules = await readFile('app/style/rules.pcss', 'utf8');
  const names = ['paper', 'surface', 'sunken', 'proven-wash', 'warning-wash', 'danger-wash'];
  const found = names.map((name) =>
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(rules),
  );
  expect(found.map((match) => match?.[1])).toEqual(grounds.light);
  expect(found.map((match) => match?.[2])).toEqual(grounds.dark);
});

// Compares the width of the pages' sentences in our fonts and in system fonts, in percent: `size-adjust` in app/style/fonts.pcss.
// Run it here: `npm run measure`. Needs Chromium and these fonts (in Debian: fonts-liberation, fonts-roboto-unhinted,
// fonts-noto-core and fonts-dejavu-core; Liberation is as wide as Arial and Times).
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../bench/open-browser.mjs';

const folder = fileURLToPath(new URL('../../public/fonts/', import.meta.url));
const sentences = `Sign in once, prove the Solana wallets you own, and let apps trust it. This proof was valid when this page
was made. Continue with email. Use a passkey, a wallet or your password instead. We send a code to this address; it works for ten
minutes. Connect a wallet and sign a statement, so that your account provably owns it. Proven on 28 November 2026 at 14:05 UTC.`;
const headings =
  'Sign in once, prove the Solana wallets you own, and let apps trust it. Proof of a wallet Create an account';
const pairs = [
  ['instrument-sans', 400, 'Liberation Sans'],
  ['instrument-sans', 600, 'Liberation Sans Bold'],
  ['instrument-sans', 400, 'Roboto'],
  ['instrument-sans', 500, 'Roboto Medium'],
  ['instrument-sans', 600, 'Roboto Bold'],
  ['instrument-sans', 400, 'DejaVu Sans'],
  ['instrument-sans', 600, 'DejaVu Sans Bold'],
  ['newsreader', 500, 'Liberation Serif'],
  ['newsreader', 500, 'Noto Serif Regular'],
  ['newsreader', 500, 'DejaVu Serif'],
  ['mono', 400, 'Liberation Mono'],
];

const fonts = readdirSync(folder)
  .filter((file) => /^(instrument-sans|newsreader|mono)-[0-9a-f]{8}\.woff2$/.test(file))
  .map((file) => [file.replace(/-[0-9a-f]{8}\.woff2$/, ''), readFileSync(folder + file, 'base64')]);
// Phones and most computers don't round glyph widths to whole pixels.
const browser = await openBrowser(['--font-render-hinting=none']);
try {
  const page = await browser.newPage();
  const measured = await page.evaluate(measureAll, { fonts, pairs, sentences, headings });
  for (const row of measured) console.log(row.join('\t'));
} finally {
  await browser.close();
}

async function measureAll({ fonts, pairs, sentences, headings }) {
  for (const [name, bytes] of fonts) {
    const ours = new FontFace(name, `url(data:font/woff2;base64,${bytes})`, { weight: '400 600' });
    document.fonts.add(await ours.load());
  }
  const context = document.createElement('canvas').getContext('2d');
  const measureText = (font, text) => {
    context.font = font;
    return context.measureText(text).width;
  };
  const rows = [];
  for (const [name, weight, local] of pairs) {
    const theirs = await new FontFace('theirs', `local("${local}")`, { weight: String(weight) }).load();
    document.fonts.add(theirs);
    const text = name === 'newsreader' ? headings : sentences;
    const ratio = measureText(`${weight} 100px ${name}`, text) / measureText(`${weight} 100px theirs`, text);
    rows.push([name, weight, local, (100 * ratio).toFixed(2)]);
    document.fonts.delete(theirs);
  }
  return rows;
}

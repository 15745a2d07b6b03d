import { readFileSync } from 'node:fs';
import { inProject } from '../project-folder.ts';

/** Screenshots of the tour, in the order in which users see these pages. */
const phones = [
  { screenshot: 'readme-signing-phone-light', caption: 'Sign a statement' },
  { screenshot: 'readme-proven-phone-light', caption: 'The wallet is proven' },
  { screenshot: 'readme-proof-phone-light', caption: 'Share the proof' },
];

export async function drawPicture(path: string, picture: string): Promise<void> {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath: path });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });
    await page.setContent(describePicture());
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: picture });
  } finally {
    await browser.close();
  }
}

function describePicture(): string {
  const figures = phones.map(
    ({ screenshot, caption }, index) =>
      `<figure><figcaption><b>${index + 1}</b> ${caption}</figcaption>
       <img src="data:image/png;base64,${readBase64('tour', `${screenshot}.png`)}"></figure>`,
  );
  return `<!doctype html><style>
    @font-face { font-family: Newsreader; src: url(data:font/woff2;base64,${readBase64('public/fonts/newsreader-6fa5ec4b.woff2')}) }
    body { margin: 0; height: 860px; display: flex; justify-content: center; gap: 56px; background: #f1eee6 }
    figure { margin: 36px 0 0; width: 344px }
    figcaption { font: 26px Newsreader; color: #1b1d22; margin-bottom: 20px; text-align: center }
    b { font-weight: inherit; color: #0e6a4e; margin-right: 6px }
    img { width: 100%; display: block; border-radius: 22px; border: 1px solid #857f70; box-shadow: 0 14px 36px #1b1d2229 }
  </style>${figures.join('')}`;
}

function readBase64(...path: string[]): string {
  return readFileSync(inProject(...path)).toString('base64');
}

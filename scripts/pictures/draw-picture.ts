import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { inProject } from '../project-folder.ts';
import { animateWebp } from './animate-webp.ts';

/** Screenshots of the tour, in the order in which users see these pages. */
const phones = [
  { screenshot: 'readme-signing-phone', caption: 'Sign a statement' },
  { screenshot: 'readme-proven-phone', caption: 'The wallet is proven' },
  { screenshot: 'readme-proof-phone', caption: 'Share the proof' },
];

const screens = { empty: 1800, connected: 1500, signing: 3500, proven: 2000, shared: 2500, proof: 3500 };
const size = { width: 1200, height: 750 };

/** The made-up teams of docs/self-hosting.md. */
const teams = ['umberline', 'citrine-ferry'];
const teamSize = { width: 1600, height: 500 };

/** Draws the README's pictures, a moving one and a still one for users who want less motion, and one of each team's site. */
export async function drawPictures(
  path: string,
  { still, moving }: { still: string; moving: string },
): Promise<void> {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath: path });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, deviceScaleFactor: 1.25 });
    await page.setContent(describePicture());
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: still });
    const frames = [];
    for (const [screen, milliseconds] of Object.entries(screens))
      frames.push({ webp: await toWebp(page, readShot(`readme-${screen}-desktop`), size), milliseconds });
    writeFileSync(moving, animateWebp(frames, size));
    for (const team of teams) await drawTeam(page, team);
  } finally {
    await browser.close();
  }
}

/** Draws a team's sign-in and wallets beside each other. */
async function drawTeam(page: Page, team: string): Promise<void> {
  await page.setViewportSize(teamSize);
  await page.setContent(`<style>body { margin: 0; display: flex } img { width: 800px; height: 500px }</style>
    <img src="${readShot(`${team}-sign-in`)}"><img src="${readShot(`${team}-wallets`)}">`);
  const png = (await page.screenshot()).toString('base64');
  const webp = await toWebp(page, `data:image/png;base64,${png}`, teamSize);
  writeFileSync(inProject('docs/pictures', `${team}.webp`), webp);
}

async function toWebp(page: Page, source: string, size: { width: number; height: number }): Promise<Buffer> {
  const address = await page.evaluate(
    async ([png, { width, height }]) => {
      const image = new Image();
      image.src = png;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL('image/webp', 0.85);
    },
    [source, size] as const,
  );
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

function describePicture(): string {
  const figures = phones.map(
    ({ screenshot, caption }, index) =>
      `<figure><figcaption><b>${index + 1}</b> ${caption}</figcaption>
       <img src="${readShot(screenshot)}"></figure>`,
  );
  return `<!doctype html><style>
    @font-face { font-family: Newsreader; src: url(data:font/woff2;base64,${readBase64('public/fonts/newsreader-6fa5ec4b.woff2')}) }
    body { margin: 0; height: 960px; display: flex; justify-content: center; gap: 56px; background: #f1eee6 }
    figure { margin: 36px 0 0; width: 344px }
    figcaption { font: 26px Newsreader; color: #1b1d22; margin-bottom: 20px; text-align: center }
    b { font-weight: inherit; color: #0e6a4e; margin-right: 6px }
    img { width: 100%; display: block; border-radius: 22px; border: 1px solid #857f70; box-shadow: 0 14px 36px #1b1d2229 }
  </style>${figures.join('')}`;
}

function readShot(screenshot: string): string {
  return `data:image/png;base64,${readBase64('tour', `${screenshot}.png`)}`;
}

function readBase64(...path: string[]): string {
  return readFileSync(inProject(...path)).toString('base64');
}

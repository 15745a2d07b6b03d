import type { Adapter } from '@solana/wallet-adapter-base';
import { cleanWalletName } from '@/components/wallet/connect/clean-wallet-name';
import { readWalletIcon } from '@/components/wallet/connect/wallet-choices';

export type WalletAppearance = { name: string; icon: string | null };

/** The side length that the server accepts (`lib/wallets/clean-icon.ts`). */
const sideInPixels = 64;

/** Time limit for decoding the icon's `data:` URL. Without the icon, signing continues. */
const patienceInMilliseconds = 1000;

/** Redraws the icon as a PNG, so that only a plain picture leaves the browser. Never rejects. */
export async function readAppearance(adapter: Adapter): Promise<WalletAppearance | undefined> {
  try {
    const name = cleanWalletName(adapter.name);
    const source = readWalletIcon(adapter);
    return { name, icon: source === null ? null : await drawIcon(source).catch(() => null) };
  } catch {
    // The wallet's getter threw. Signing continues.
    return undefined;
  }
}

async function drawIcon(source: string): Promise<string | null> {
  const image = await loadImage(source);
  const canvas = document.createElement('canvas');
  canvas.width = sideInPixels;
  canvas.height = sideInPixels;
  const context = canvas.getContext('2d');
  if (!context || isCanvasBlurred(context)) return null;
  // Fits the image into the center. An image without a size fills the square.
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = width && height ? sideInPixels / Math.max(width, height) : 0;
  const [wide, high] = scale ? [width * scale, height * scale] : [sideInPixels, sideInPixels];
  context.drawImage(image, (sideInPixels - wide) / 2, (sideInPixels - high) / 2, wide, high);
  const [, base64] = canvas.toDataURL('image/png').split('base64,');
  return base64 ?? null;
}

/** Browsers that resist fingerprinting return noise instead of the drawn pixels. Such icons are dropped. */
function isCanvasBlurred(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#804020';
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  context.clearRect(0, 0, 1, 1);
  return Math.max(Math.abs(red - 0x80), Math.abs(green - 0x40), Math.abs(blue - 0x20)) > 8;
}

function loadImage(source: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    setTimeout(reject, patienceInMilliseconds);
    image.src = source;
  });
}

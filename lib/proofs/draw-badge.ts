import 'server-only';
import { answerImage } from '../api/answer-data.ts';
import { environment } from '../env.ts';
import { escapeHtml } from '../escape-html.ts';
import { writeDate } from '../format-time.ts';
import { shortenAddress } from '../shorten.ts';

type Badge =
  | { status: 'proven'; address: string; accountCode: string; provenAt: string; name: string | null }
  | { status: 'listed'; count: number; accountCode: string; name: string | null }
  | { status: 'ended' }
  /** Also for private proofs, so that a badge doesn't reveal them. */
  | { status: 'unknown' }
  /** A page that is off or unknown. */
  | { status: 'off' }
  /** A page that lists nothing now. */
  | { status: 'empty' };

const height = 28;
const padding = 10;
/** Approximate width of a character in system fonts; `textLength` fits each text to its box. */
const characterWidth = 7.2;
/** For full-width characters. */
const squareWidth = 13;
const square =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\p{Extended_Pictographic}]/u;

const ink = '#1b1d22';
const green = '#0e6a4e';
const grey = '#5b5c57';
const colours = {
  proven: green,
  listed: green,
  ended: '#a32a1e',
  unknown: grey,
  off: grey,
  empty: grey,
} as const;

export function answerBadge(badge: Badge): Response {
  const { siteName, accent } = environment().branding;
  return answerImage(drawBadge(badge, siteName, accent?.light.text ?? ink), 'image/svg+xml; charset=utf-8');
}

/** Draws a badge as SVG, without scripts, styles or external resources. Times are UTC. */
export function drawBadge(badge: Badge, siteName: string, color = ink): string {
  const says = describe(badge);
  const left = measure(siteName);
  const right = measure(says);
  const width = left + right;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeHtml(`${siteName}: ${tell(badge)}`)}</title>`,
    `<rect width="${width}" height="${height}" rx="5" fill="${colours[badge.status]}"/>`,
    `<path d="M5 0h${left - 5}v${height}H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z" fill="${color}"/>`,
    `<g fill="#fff" font-family="ui-sans-serif,system-ui,sans-serif" font-size="13">`,
    writeText(siteName, padding, left),
    writeText(says, left + padding, right),
    '</g></svg>',
  ].join('');
}

function describe(badge: Badge): string {
  if (badge.status === 'proven') return `✓ Proven ${shortenAddress(badge.address)}`;
  if (badge.status === 'listed') return `✓ ${badge.count} wallet${badge.count === 1 ? '' : 's'} proven`;
  return {
    ...{ ended: 'Proof ended', unknown: 'No public proof' },
    ...{ off: 'No public page', empty: 'No wallets listed' },
  }[badge.status];
}

/** The badge's text for screen readers and tooltips. */
function tell(badge: Badge): string {
  if (badge.status !== 'proven' && badge.status !== 'listed') return describe(badge);
  const { accountCode, name } = badge;
  const account =
    name === null ? `the account with ID ${accountCode}` : `the account ${name}, ID ${accountCode}`;
  if (badge.status === 'listed') return `page of ${account}: ${describe(badge)}`;
  const { address, provenAt } = badge;
  return `the wallet ${address} was proven on ${writeDate(provenAt)} for ${account}`;
}

function measure(text: string): number {
  const widths = [...text].map((character) => (square.test(character) ? squareWidth : characterWidth));
  return Math.round(widths.reduce((sum, width) => sum + width, 0)) + 2 * padding;
}

function writeText(text: string, x: number, width: number): string {
  return `<text x="${x}" y="18.5" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`;
}

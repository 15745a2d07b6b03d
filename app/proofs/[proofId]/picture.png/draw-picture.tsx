import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageResponse } from 'next/og';
import { drawQrCode } from '@/components/ui/qr-code';
import { productName } from '@/lib/branding';
import { drawWithoutSharp } from './draw-without-sharp';
import { pictureSize } from './picture-size';

type Pictured = {
  title: string;
  /** The largest text, such as a shortened address: ASCII and an ellipsis. */
  subject: string;
  /** Beside a tick. */
  fact: string;
  accountCode: string;
  name: string | null;
  siteName: string;
  /** Of the site's name. */
  color: string | undefined;
  link: string;
};

const paper = '#faf8f3';
const ink = '#1b1d22';
const muted = '#5b5c57';
const proven = '#0e6a4e';

/** The picture of a valid proof, or of a page, as PNG. Omits a name with letters that the fonts lack. */
export async function drawPicture(pictured: Pictured): Promise<ArrayBuffer> {
  drawWithoutSharp();
  const picture = new ImageResponse(<Sheet {...pictured} />, { ...pictureSize, fonts: await readFonts() });
  return picture.arrayBuffer();
}

function Sheet({ title, subject, fact, accountCode, name, siteName, color, link }: Pictured) {
  const isNamed = name !== null && canDraw(name);
  const code = drawQrCode(link);
  return (
    <div style={{ ...column, width: '100%', height: '100%', padding: 72, background: paper, color: ink }}>
      <div style={{ ...tile, position: 'absolute', top: 72, right: 72 }}>
        <svg width="300" height="300" viewBox={`0 0 ${code.size} ${code.size}`} aria-hidden="true">
          <path d={code.path} fill={ink} />
        </svg>
      </div>
      <div style={{ display: 'flex', color }}>
        <DoubleRuled width={2}>
          <span style={{ fontFamily: 'Serif', fontSize: 40 }}>
            {canDrawInSerif(siteName) ? siteName : productName}
          </span>
        </DoubleRuled>
      </div>
      <div style={{ ...column, marginTop: 'auto' }}>
        <span style={{ fontFamily: 'Sans', fontSize: 32, color: muted }}>{title}</span>
        <div style={{ display: 'flex', marginTop: 12, color: proven }}>
          <DoubleRuled width={4}>
            <span style={{ fontFamily: 'Mono', fontSize: 96, color: ink }}>{subject}</span>
          </DoubleRuled>
        </div>
        <div style={{ display: 'flex', alignItems: 'center', marginTop: 28, color: proven }}>
          <svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12.5l5.5 5.5L20 6.5" fill="none" stroke={proven} strokeWidth="3" />
          </svg>
          <span style={{ fontFamily: 'Sans', fontSize: 44, fontWeight: 600, marginLeft: 12 }}>{fact}</span>
        </div>
      </div>
      <div style={{ ...ends, marginTop: 'auto' }}>
        {isNamed ? (
          <span style={{ ...cut, fontFamily: 'Sans, Sans Extended', fontWeight: 600 }}>{name}</span>
        ) : (
          <span />
        )}
        <span>Scan to check it</span>
      </div>
      <div style={{ ...ends, color: muted }}>
        <span>Account {accountCode}</span>
        <span style={cut}>{new URL(link).host}</span>
      </div>
    </div>
  );
}

const ends = { display: 'flex', justifyContent: 'space-between', fontFamily: 'Sans', fontSize: 32 } as const;
const tile = { display: 'flex', border: '2px solid #dcdace', borderRadius: 24, background: '#fff' } as const;
const cut = { maxWidth: 700, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const column = { display: 'flex', flexDirection: 'column' } as const;

function DoubleRuled({ width, children }: { width: number; children: React.ReactNode }) {
  return (
    <div style={{ ...column, borderBottom: `${width}px solid`, paddingBottom: width }}>
      <div style={{ display: 'flex', borderBottom: `${width}px solid`, paddingBottom: 2 }}>{children}</div>
    </div>
  );
}

const folder = 'app/proofs/[proofId]/picture.png/fonts';

/** Font files by their names in drawings. Each needs its own name: the renderer searches fonts in order for each letter. */
const files = [
  { name: 'Sans', weight: 400, file: 'instrument-sans-latin-400-normal.woff' },
  { name: 'Sans', weight: 600, file: 'instrument-sans-latin-600-normal.woff' },
  { name: 'Sans Extended', weight: 600, file: 'instrument-sans-latin-ext-600-normal.woff' },
  { name: 'Serif', weight: 500, file: 'newsreader-latin-500-normal.woff' },
  { name: 'Mono', weight: 500, file: 'ibm-plex-mono-latin-500-normal.woff' },
] as const;

/** The characters that the two files with weight 600 cover together; a test compares them. */
const drawable =
  /^[ -~\u00aa\u00ba\u00c0-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2019]+$/;

/** Whether the fonts cover a name. For missing letters, the renderer would request a font from another site. */
export function canDraw(name: string): boolean {
  return drawable.test(name);
}

export function canDrawInSerif(text: string): boolean {
  return /^[ -~\u00a1-\u00ac\u00ae-\u00ff]+$/.test(text);
}

export function readFonts() {
  fonts ??= Promise.all(
    files.map(async ({ name, weight, file }) => ({
      name,
      weight,
      data: await readFile(join(/* turbopackIgnore: true */ process.cwd(), folder, file)),
    })),
  ).catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}
let fonts: Promise<{ name: string; weight: 400 | 500 | 600; data: Buffer }[]> | undefined;

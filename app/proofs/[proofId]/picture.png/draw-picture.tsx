import { ImageResponse } from 'next/og';
import { drawQrCode } from '@/components/ui/qr-code';
import { productName } from '@/lib/branding';
import { writeDate } from '@/lib/format-time';
import { shortenAddress } from '@/lib/shorten-address';
import { drawWithoutSharp } from './draw-without-sharp';
import { pictureSize } from './picture-size';
import { canDraw, canDrawInSerif, readFonts } from './read-fonts';

type Pictured = {
  address: string;
  provenAt: string;
  accountCode: string;
  name: string | null;
  siteName: string;
  link: string;
};

const paper = '#faf8f3';
const ink = '#1b1d22';
const muted = '#5b5c57';
const proven = '#0e6a4e';

/** A valid proof's picture as PNG. Omits a name with letters that the fonts lack. */
export async function drawPicture(pictured: Pictured): Promise<ArrayBuffer> {
  drawWithoutSharp();
  const picture = new ImageResponse(<Sheet {...pictured} />, { ...pictureSize, fonts: await readFonts() });
  return picture.arrayBuffer();
}

function Sheet({ address, provenAt, accountCode, name, siteName, link }: Pictured) {
  const isNamed = name !== null && canDraw(name);
  const code = drawQrCode(link);
  return (
    <div style={{ ...column, width: '100%', height: '100%', padding: 72, background: paper, color: ink }}>
      <div style={{ ...tile, position: 'absolute', top: 72, right: 72 }}>
        <svg width="300" height="300" viewBox={`0 0 ${code.size} ${code.size}`} aria-hidden="true">
          <path d={code.path} fill={ink} />
        </svg>
      </div>
      <div style={{ display: 'flex' }}>
        <DoubleRuled width={2}>
          <span style={{ fontFamily: 'Serif', fontSize: 40 }}>
            {canDrawInSerif(siteName) ? siteName : productName}
          </span>
        </DoubleRuled>
      </div>
      <div style={{ ...column, marginTop: 'auto' }}>
        <span style={{ fontFamily: 'Sans', fontSize: 32, color: muted }}>Proof of a wallet</span>
        <div style={{ display: 'flex', marginTop: 12, color: proven }}>
          <DoubleRuled width={4}>
            <span style={{ fontFamily: 'Mono', fontSize: 96, color: ink }}>{shortenAddress(address)}</span>
          </DoubleRuled>
        </div>
        <div style={{ display: 'flex', alignItems: 'center', marginTop: 28, color: proven }}>
          <svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12.5l5.5 5.5L20 6.5" fill="none" stroke={proven} strokeWidth="3" />
          </svg>
          <span style={{ fontFamily: 'Sans', fontSize: 44, fontWeight: 600, marginLeft: 12 }}>
            Proven {writeDate(provenAt)}
          </span>
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

import type { ReactNode } from 'react';
import { Proven } from '@/components/proofs/proven';
import { QrCode } from '@/components/ui/qr-code';
import { shortenAddress } from '@/lib/shorten';
import { describeSharedProof, type SharedProof } from './describe-shared-proof';

type ProofPreviewProps = {
  proof: SharedProof;
  link: string;
  siteName: string;
  day: ReactNode;
};

/** Shows how messengers display a proof's link. Renders the picture itself, because the server has none for a private proof. */
export function ProofPreview({ proof, link, siteName, day }: ProofPreviewProps) {
  const { address, accountCode, name } = proof;
  const short = shortenAddress(address);
  const whose = name ? <bdi className="font-semibold text-ink">{name}</bdi> : null;
  return (
    <div className="overflow-hidden rounded-card border border-hairline bg-surface">
      <div role="img" aria-label={describeSharedProof(proof)} className="@container border-b border-hairline">
        <div className="grid aspect-[1200/630] grid-cols-[minmax(0,1fr)_auto] content-between bg-paper p-[6cqw] text-[2.7cqw] leading-[1.3] text-muted">
          <span className="double-ruled h-fit w-fit truncate font-serif text-[3.4cqw] text-ink">
            {siteName}
          </span>
          <QrCode text={link} name="" className="row-span-2 -mt-[1cqw] size-[25cqw]" />
          <span className="grid justify-items-start">
            Proof of a wallet
            <span className="double-ruled text-proven">
              <span className="font-mono text-[8cqw] leading-[1.2] text-ink">{short}</span>
            </span>
            <span className="mt-[1.5cqw] text-[3.6cqw] font-semibold">
              <Proven>Proven {day}</Proven>
            </span>
          </span>
          <span className="self-end truncate">
            {whose}
            {whose ? ' · ' : null}Account {accountCode}
          </span>
          <span className="text-right">
            <span className="text-ink">Scan to check it</span>
            <br />
            {new URL(link).host}
          </span>
        </div>
      </div>
      <div className="px-3.5 py-2.5 text-small">
        <p className="font-semibold">
          Proof of {short}
          {name ? (
            <>
              {' '}
              for <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            </>
          ) : null}
        </p>
        <p className="text-muted max-halves:hidden">
          Proven {day} for {whose}
          {whose ? ', ' : null}account {accountCode}. Open it to check the signature in your browser.
        </p>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Proven } from '@/components/proven';
import { Identicon } from './identicon';

type ProofCardProps = {
  /** The display name that goes with the account's ID, or null. */
  name: string | null;
  accountCode: string;
  /** As short or as long as it should stand there. */
  address: string;
  children: ReactNode;
};

/** A proof in small, as others see it: a sample, or what someone is about to share. Without headings and controls. */
export function ProofCard({ name, accountCode, address, children }: ProofCardProps) {
  return (
    <div className="rounded-card border border-hairline bg-surface px-5 py-4 text-ink">
      <p className="font-serif text-[20px] leading-6 font-medium">Proof of a wallet</p>
      <p className="mt-1 text-small text-muted">
        The holder of this wallet signed that it belongs to the Countersign account{' '}
        {name ? (
          <>
            <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{name}</bdi>, ID{' '}
          </>
        ) : (
          'with ID '
        )}
        <code className="font-mono whitespace-nowrap">{accountCode}</code>.
      </p>
      <p className="double-ruled mt-4 w-fit pb-1 text-proven">
        <code className="font-mono text-[14px] leading-6 break-all text-ink">{address}</code>
      </p>
      <p className="mt-2 font-semibold text-proven">
        <Proven>{children}</Proven>
      </p>
    </div>
  );
}

/** What someone who has not proven anything yet could have: one picture. Nobody's account and nobody's wallet. */
export function SampleProof() {
  return (
    <figure
      role="img"
      aria-label="A sample of a proof: the wallet 7xKX…gAsU, proven 14 Nov 2026 by Ada Okafor"
      className="relative max-w-form rounded-card border border-hairline bg-surface px-6 py-5"
    >
      <span className="tag absolute -top-[10px] left-5 border border-hairline bg-paper">Sample</span>
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-small text-muted">Proof of a wallet</p>
          <p className="drawn-once mt-2 mb-[3px] w-fit text-proven">
            <span className="font-mono text-[26px] leading-[34px] tracking-[-0.01em] text-ink">
              7xKX…gAsU
            </span>
          </p>
          <p className="mt-3 font-semibold">
            <Proven>Proven 14 Nov 2026</Proven>
          </p>
        </div>
        <Identicon address="7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" className="size-16" />
      </div>
      <dl className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-hairline pt-3.5 text-small [&>dt]:text-muted">
        <dt>Account</dt>
        <dd>Ada Okafor</dd>
        <dt>Checked</dt>
        <dd>In this browser, and every check passed.</dd>
      </dl>
    </figure>
  );
}

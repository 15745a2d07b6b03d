import type { ReactNode } from 'react';
import { Proven } from '@/components/proven';

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

/** What someone who has not proven anything yet could have. Nobody's account and nobody's wallet. */
export function SampleProof() {
  return (
    <figure className="grid gap-2">
      <ProofCard name="Ada Lovelace" accountCode="KMRT-4821" address="7xKX…gAsU">
        Proven. Anyone can check the signature.
      </ProofCard>
      <figcaption className="text-small text-muted">A sample of what people see when you share.</figcaption>
    </figure>
  );
}

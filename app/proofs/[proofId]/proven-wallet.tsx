import { CopyButton } from '@/components/copy-button';
import { ProofTime } from '@/components/proof-time';

/** The wallet of a proof that stands, and since when it is proven. */
export function ProvenWallet({ address, provenAt }: { address: string; provenAt: string }) {
  return (
    <div className="mt-6">
      <h2 className="text-small text-muted">Wallet</h2>
      <p className="double-ruled pb-1.5 text-proven">
        <code className="font-mono text-[14px] leading-6 break-all text-ink wide:text-[15px]">{address}</code>
      </p>
      <p className="mt-2 text-large font-semibold text-proven">
        <span aria-hidden="true">✓ </span>Proven <ProofTime at={provenAt} />
      </p>
      <CopyButton label="Copy address" text={address} />
    </div>
  );
}

import { CopyButton } from '@/components/copy-button';
import { ProofTime } from '@/components/proof-time';
import { Proven } from '@/components/proven';
import { explorerAddress } from '@/lib/explorer-address';

type ProvenWalletProps = { address: string; chain: string; provenAt: string };

/** The wallet of a proof that stands, and since when it is proven. */
export function ProvenWallet({ address, chain, provenAt }: ProvenWalletProps) {
  const explorer = explorerAddress(chain, address);
  return (
    <div className="mt-6">
      <h2 className="text-small text-muted">Wallet</h2>
      <p className="double-ruled pb-1.5 text-proven">
        <code className="font-mono text-[14px] leading-6 break-all text-ink wide:text-[15px]">{address}</code>
      </p>
      <p className="mt-2 text-large font-semibold text-proven">
        <Proven>
          Proven <ProofTime at={provenAt} />
        </Proven>
      </p>
      <div className="flex flex-wrap gap-x-4 print:hidden">
        <CopyButton label="Copy address" text={address} />
        {explorer ? (
          <a
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-control items-center text-small"
          >
            View on Solana Explorer<span className="sr-only">, in a new tab</span>
          </a>
        ) : null}
      </div>
    </div>
  );
}

import { Proven } from '@/components/proofs/proven';
import { LocalTime } from '@/components/ui/local-time';
import { shortenAddress } from '@/lib/shorten-address';
import { boxId } from './box-id';
import { mostShared, type TickableWallet } from './tick-wallets';

export function WalletBoxes({ wallets, formId }: { wallets: TickableWallet[]; formId: string }) {
  if (wallets.length === 0)
    return (
      <p className="text-muted">
        You have no proven wallet yet. Prove one here and share it, or continue without one.
      </p>
    );
  return (
    <ul aria-label="Your proven wallets" className="divide-y divide-hairline border-y border-hairline">
      {wallets.map((wallet) => (
        // A new proof makes a new box, so that its tick is computed again.
        <li key={`${wallet.id} ${wallet.provenAt}`}>
          <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 hover:bg-sunken">
            <input
              type="checkbox"
              id={boxId(wallet.address)}
              form={formId}
              name="wallet"
              value={wallet.id}
              defaultChecked={wallet.isTicked}
              className="mt-0.5 size-5 shrink-0 accent-ink"
            />
            <span className="grid min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <bdi className="font-semibold [overflow-wrap:anywhere]">
                  {wallet.label ?? wallet.walletName ?? 'Wallet'}
                </bdi>
                {wallet.isShared ? <span className="text-small text-muted">Shared already</span> : null}
              </span>
              <span className="flex flex-wrap items-baseline gap-x-3">
                <span className="double-ruled font-mono text-small text-proven">
                  <span className="text-ink">{shortenAddress(wallet.address)}</span>
                </span>
                <span className="text-small text-muted">
                  <span className="text-proven">
                    <Proven>
                      Proven <LocalTime at={wallet.provenAt} isDay />
                    </Proven>
                  </span>
                  {wallet.isPrimary ? ' · Primary' : null}
                </span>
              </span>
            </span>
          </label>
          <details className="pl-8">
            <summary className="-mt-2.5 inline-flex min-h-11 cursor-pointer items-center text-small text-muted underline underline-offset-2">
              Whole address<span className="sr-only"> of {shortenAddress(wallet.address)}</span>
            </summary>
            <code className="block pb-2.5 font-mono text-small break-all select-all">{wallet.address}</code>
          </details>
        </li>
      ))}
      {wallets.length > mostShared ? (
        <li className="py-2.5 text-small text-muted">An app can see up to {mostShared} of them.</li>
      ) : null}
    </ul>
  );
}

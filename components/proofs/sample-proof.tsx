import { Identicon } from './identicon';
import { Proven } from './proven';

/** A made-up proof, for users without one. */
export function SampleProof() {
  return (
    <figure
      role="img"
      aria-label="A sample of a proof: the wallet 7xKX…gAsU, proven 14 Nov 2026 by Ada Okafor"
      className="relative max-w-form rounded-card border border-hairline bg-surface px-4 py-5 wide:px-6"
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
        <Identicon address="7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" className="size-12 wide:size-16" />
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

import { ProofTime } from '@/components/proof-time';
import type { WithheldProof as Withheld } from '@/lib/proofs/public-proof';
import { AwaitEvidence } from './await-evidence';
import { Fact } from './fact';
import { ProvenWallet } from './proven-wallet';
import { WhatIsCountersign } from './what-is-countersign';
import { WhoseWallet } from './whose-wallet';

/** A proof that stands and whose signature could still sign somebody in: everything but what that takes. */
export function WithheldProof({ proof }: { proof: Withheld }) {
  const { id, address, provenAt, accountCode, chain, evidenceAt } = proof;
  const dueInMilliseconds = Math.max(0, Date.parse(evidenceAt) - Date.now());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <article className="rounded-card border border-hairline bg-surface px-5 py-6 wide:px-10 wide:py-9 print:border-0 print:p-0">
        <h1>Proof of a wallet</h1>
        <WhoseWallet named={null} accountCode={accountCode} />
        <ProvenWallet address={address} chain={chain} provenAt={provenAt} />
        <dl className="mt-4 divide-y divide-hairline border-y border-hairline">
          <Fact term="Account">
            ID <code className="font-mono">{accountCode}</code>
          </Fact>
          <Fact term="Standing">
            Valid as of <ProofTime at={new Date().toISOString()} />.
          </Fact>
          <Fact term="Chain">
            <code className="font-mono">{chain}</code>
          </Fact>
        </dl>
        <section className="mt-6 grid justify-items-start gap-2">
          <h2>The evidence follows</h2>
          <p>
            The signed statement and its signature are shown here from <ProofTime at={evidenceAt} />. For the
            few minutes until then, somebody else could sign in with them. Until you can check them, all of
            this is this site's word.
          </p>
          <AwaitEvidence proofId={id} dueInMilliseconds={dueInMilliseconds} />
        </section>
      </article>
      <WhatIsCountersign />
    </div>
  );
}

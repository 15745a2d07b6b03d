import { ProofTime } from '@/components/proof-time';
import type { EndedProof as Ended } from '@/lib/proofs/public-proof';
import { WhatIsCountersign } from './what-is-countersign';

/** How each one ended, in a sentence that goes on with the time. */
const endings: Record<Ended['status'], string> = {
  removed: 'The owner of the account removed the wallet on',
  moved: 'The wallet was moved to another account on',
  replaced: 'The wallet was proven again, with a newer proof, on',
  deleted: 'The account was deleted on',
};

/** What is left of a proof that was public: how it ended and when. It no longer says whose it was. */
export function EndedProof({ proof }: { proof: Ended }) {
  const { id, status, endedAt, replacedBy } = proof;
  return (
    <div className="grid gap-8">
      <article className="grid gap-5 rounded-card border border-hairline bg-surface px-5 py-6 wide:px-10 wide:py-9">
        <h1 className="border-b border-edge pb-3">This proof has ended</h1>
        <p className="text-large">
          {endings[status]} <ProofTime at={endedAt} />.
        </p>
        <p>It no longer stands. Don't rely on a copy of it.</p>
        {replacedBy ? (
          <p>
            <a href={`/proofs/${replacedBy}`} className="tappable">
              See the proof that took its place
            </a>
          </p>
        ) : null}
        {status === 'replaced' && !replacedBy ? <p>No newer proof of the wallet is public.</p> : null}
        <p className="text-small text-muted">
          <a href={`/api/v1/proofs/${id}`} className="tappable">
            The same as JSON
          </a>
        </p>
      </article>
      <WhatIsCountersign />
    </div>
  );
}

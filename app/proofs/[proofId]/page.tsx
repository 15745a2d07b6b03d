import {
  type EndedProof as Ended,
  nameAccount,
  type StandingProof as StandingProofFacts,
  type WithheldProof as WithheldProofFacts,
} from 'countersign/proof/public-proof';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ProofTime } from '@/components/proofs/proven';
import { describeSharedProof, nameSharer } from '@/components/sharing/describe-shared-proof';
import { writeDate } from '@/lib/format-time';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';
import { readPublicProof } from '@/lib/proofs/read-public-proof';
import { readViewer } from '@/lib/session/viewer';
import { shortenAddress } from '@/lib/shorten';
import { findWallet } from '@/lib/wallets/list-wallets';
import { AwaitEvidence } from './await-evidence';
import { describePreview } from './describe-preview';
import {
  Fact,
  NotPublic,
  ProofsUnavailable,
  ProvenWallet,
  WhatIsCountersign,
  WhoseWallet,
} from './proof-parts';
import { ValidProof } from './valid-proof';

type ProofPageProps = { params: Promise<{ proofId: string }> };

/** Link previews may outlive the proof; the owner reads so before sharing. */
export async function generateMetadata({ params }: ProofPageProps): Promise<Metadata> {
  const read = await readPublicProof((await params).proofId);
  if (!read.ok) return { title: read.code === 'proof.not_found' ? 'No public proof' : 'Proof of a wallet' };
  const { proof } = read;
  if (proof.status !== 'standing') return { title: 'This proof has ended' };
  const name = nameAccount(proof)?.shown ?? null;
  const shared = { ...proof, name };
  return describePreview(`/proofs/${proof.id}`, {
    title: `Proof of ${shortenAddress(proof.address)}${name ? ` for ${name}` : ''}`,
    description: `Proven ${writeDate(proof.provenAt)} for ${nameSharer(shared)}. Open it to check the signature in your browser.`,
    // Includes the ID, because owners choose their names.
    alt: describeSharedProof(shared),
  });
}

/** A private or unknown proof is a 404. An ended one answers 200, because Next.js pages can't answer 410; the JSON route does. */
export default async function ProofPage({ params }: ProofPageProps) {
  const read = await readPublicProof((await params).proofId);
  if (!read.ok) {
    if (read.code !== 'proof.not_found') return <ProofsUnavailable />;
    answerNotFound((await headers()).get(requestIdHeader));
    return <NotPublic code={read.code} />;
  }
  const { proof } = read;
  if (proof.status !== 'standing') return <EndedProof proof={proof} />;
  if ('evidenceAt' in proof) return <WithheldProof proof={proof} />;
  return <ValidProof proof={proof} isOwn={await isOwnProof(proof)} />;
}

/** Whether the visitor owns the proof. False if that can't be read, since the page shows the proof either way. */
async function isOwnProof({ id, address }: StandingProofFacts): Promise<boolean> {
  if (!(await readViewer()).signedIn) return false;
  const wallet = await findWallet(address).catch(() => null);
  return wallet?.proofId === id;
}

const endings: Record<Ended['status'], string> = {
  removed: 'The owner of the account removed the wallet on',
  moved: 'The wallet was moved to another account on',
  replaced: 'The wallet was proven again, with a newer proof, on',
  deleted: 'The account was deleted on',
};

/** Shows how and when a proof ended, and no longer whose it was. */
function EndedProof({ proof }: { proof: Ended }) {
  const { id, status, endedAt, replacedBy } = proof;
  return (
    <div className="with-notes">
      <article className="grid gap-5 rounded-card border border-hairline bg-surface px-5 py-6 wide:px-10 wide:py-9">
        <h1 className="border-b border-edge pb-3">This proof has ended</h1>
        <p className="text-large">
          {endings[status]} <ProofTime at={endedAt} />.
        </p>
        <p>It's no longer valid. Don't rely on a copy of it.</p>
        {replacedBy ? (
          <p>
            <a href={`/proofs/${replacedBy}`} className="tappable">
              See the newer proof
            </a>
          </p>
        ) : null}
        {status === 'replaced' && !replacedBy ? <p>No newer proof of the wallet is public.</p> : null}
        <p className="text-small text-muted">
          <a href={`/api/v1/proofs/${id}`} className="tappable">
            Open as JSON
          </a>
        </p>
      </article>
      <WhatIsCountersign />
    </div>
  );
}

/** A valid proof whose signature could still be used to sign in: shows everything except that evidence. */
function WithheldProof({ proof }: { proof: WithheldProofFacts }) {
  const { id, address, provenAt, accountCode, chain, evidenceAt } = proof;
  const dueInMilliseconds = Math.max(0, Date.parse(evidenceAt) - Date.now());
  return (
    <div className="with-notes">
      <article className="rounded-card border border-hairline bg-surface px-5 py-6 wide:px-10 wide:py-9 print:border-0 print:p-0">
        <h1>Proof of a wallet</h1>
        <WhoseWallet named={null} accountCode={accountCode} />
        <ProvenWallet address={address} chain={chain} provenAt={provenAt} />
        <dl className="mt-5 grid gap-1.5 border-y border-hairline py-4">
          <Fact term="Account">
            ID <code className="font-mono">{accountCode}</code>
          </Fact>
          <Fact term="Status">
            Valid as of <ProofTime at={new Date().toISOString()} />.
          </Fact>
          <Fact term="Chain">
            <code className="font-mono">{chain}</code>
          </Fact>
        </dl>
        <section className="mt-6 grid justify-items-start gap-2">
          <h2>The evidence isn't available yet</h2>
          <p>
            The signed statement and its signature appear here on <ProofTime at={evidenceAt} />. Until then,
            someone else could use them to sign in. For now, you rely on this site's word.
          </p>
          <AwaitEvidence proofId={id} dueInMilliseconds={dueInMilliseconds} />
        </section>
      </article>
      <WhatIsCountersign />
    </div>
  );
}

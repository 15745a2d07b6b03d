import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ReloadWhenReady } from '@/components/reload-when-ready';
import { Problem } from '@/components/ui/problem';
import { environment } from '@/lib/env';
import { requestIdHeader } from '@/lib/http/request-headers';
import { tellNotFound } from '@/lib/http/told-status';
import { readPublicProof } from '@/lib/proofs/read-public-proof';
import { describeError } from '@/lib/result';
import { shortenAddress } from '@/lib/shorten-address';
import { NotFoundText } from '../../not-found-text';
import { EndedProof } from './ended-proof';
import { StandingProof } from './standing-proof';
import { WithheldProof } from './withheld-proof';

type ProofPageProps = { params: Promise<{ proofId: string }> };

/** What a messenger shows of a link outlives the proof, so it names neither wallet nor account. */
const preview = {
  title: 'Proof of a wallet',
  description: 'Open it to read the signed statement and check the signature in your browser.',
};

export async function generateMetadata({ params }: ProofPageProps): Promise<Metadata> {
  const read = await readPublicProof((await params).proofId);
  const stands = read.ok && read.proof.status === 'standing' ? read.proof : null;
  if (!read.ok && read.code === 'proof.not_found') return { title: 'Not found' };
  return {
    title: stands ? `Proof of ${shortenAddress(stands.address)}` : preview.title,
    description: preview.description,
    openGraph: { ...preview, siteName: environment().house.siteName, type: 'website' },
  };
}

/**
 * A public proof, for anybody. A private or unknown one is the page that says "not found", with status 404. Pages can
 * answer with no status for something that is gone, so one that has ended is shown with status 200 and says in words
 * what the JSON says with 410.
 */
export default async function ProofPage({ params }: ProofPageProps) {
  const read = await readPublicProof((await params).proofId);
  if (!read.ok) {
    if (read.code !== 'proof.not_found') return <ProofUnavailable />;
    tellNotFound((await headers()).get(requestIdHeader));
    return <NotFoundText />;
  }
  const { proof } = read;
  if (proof.status !== 'standing') return <EndedProof proof={proof} />;
  return 'evidenceAt' in proof ? <WithheldProof proof={proof} /> : <StandingProof proof={proof} />;
}

/** The backend is out of reach; the page comes back by itself. */
function ProofUnavailable() {
  return (
    <div className="grid justify-items-start gap-6">
      <h1>One moment</h1>
      <Problem problem={describeError('proof.unavailable')} />
      <ReloadWhenReady />
    </div>
  );
}

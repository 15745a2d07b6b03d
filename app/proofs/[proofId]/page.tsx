import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ReloadWhenReady } from '@/components/reload-when-ready';
import { Problem } from '@/components/ui/problem';
import { environment } from '@/lib/env';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';
import type {
  StandingProof as StandingProofFacts,
  WithheldProof as WithheldProofFacts,
} from '@/lib/proofs/public-proof';
import { readPublicProof } from '@/lib/proofs/read-public-proof';
import { describeError } from '@/lib/result';
import { writeDate } from '@/lib/write-time';
import { describeProof, titleProof, whose } from './describe-proof';
import { EndedProof } from './ended-proof';
import { NoPublicProof } from './no-public-proof';
import { pictureSize } from './picture.png/picture-size';
import { StandingProof } from './standing-proof';
import { WithheldProof } from './withheld-proof';

type ProofPageProps = { params: Promise<{ proofId: string }> };

/**
 * What a messenger shows of a link: what the page itself says. A messenger may keep it after the proof has ended, which
 * its owner is told before they share it.
 */
export async function generateMetadata({ params }: ProofPageProps): Promise<Metadata> {
  const read = await readPublicProof((await params).proofId);
  if (!read.ok) return { title: read.code === 'proof.not_found' ? 'No public proof' : 'Proof of a wallet' };
  const { proof } = read;
  if (proof.status !== 'standing') return { title: 'This proof has ended' };
  const { siteUrl, house } = environment();
  const title = titleProof(proof);
  const description = describeInPreview(proof);
  const picture = {
    url: `${siteUrl}/proofs/${proof.id}/picture.png`,
    alt: describeProof(proof),
    type: 'image/png',
    ...pictureSize,
  };
  return {
    title,
    description,
    openGraph: {
      title,
      description,
      siteName: house.siteName,
      type: 'website',
      url: `${siteUrl}/proofs/${proof.id}`,
      images: [picture],
    },
    twitter: { card: 'summary_large_image' },
  };
}

function describeInPreview(proof: StandingProofFacts | WithheldProofFacts): string {
  return `Proven ${writeDate(proof.provenAt)} for ${whose(proof)}. Open it to check the signature in your browser.`;
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
    answerNotFound((await headers()).get(requestIdHeader));
    return <NoPublicProof />;
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

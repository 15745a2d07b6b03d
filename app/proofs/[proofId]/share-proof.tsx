import type { StandingProof } from 'countersign/proof/public-proof';
import { ShareViews } from '@/components/sharing/share-views';
import { environment } from '@/lib/env';
import { describeProof } from './describe-proof';

/** Ways to pass a proof on and to check it without this site. */
export function ShareProof({ proof }: { proof: StandingProof }) {
  const jsonPath = `/api/v1/proofs/${proof.id}`;
  const link = `${environment().siteUrl}/proofs/${proof.id}`;
  return (
    <section className="grid gap-6 border-t border-hairline pt-6">
      <div className="grid justify-items-start gap-3">
        <h2>Share it</h2>
        <ShareViews link={link} text={describeProof(proof)} />
      </div>
      <div className="grid gap-1 print:hidden">
        <h2>Check it without this page</h2>
        <p className="flex flex-wrap gap-x-4">
          <a href={jsonPath} className="inline-flex min-h-control items-center">
            Open as JSON
          </a>
          <a
            href={jsonPath}
            download={`countersign-proof-${proof.id}.json`}
            className="inline-flex min-h-control items-center"
          >
            Download JSON
          </a>
        </p>
        <p className="text-muted">
          With a copy of Countersign's source, <code className="font-mono">npm run verify-proof -- FILE</code>{' '}
          checks the downloaded file on your own machine.
        </p>
      </div>
    </section>
  );
}

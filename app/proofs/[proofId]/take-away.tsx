import { CopyButton } from '@/components/copy-button';
import { QrCode } from '@/components/qr-code';
import { environment } from '@/lib/env';
import type { StandingProof } from '@/lib/proofs/public-proof';
import { ShareButton } from './share-button';

/** Ways to pass a proof on and to check it without this site. */
export function TakeAway({ proof }: { proof: StandingProof }) {
  const jsonPath = `/api/v1/proofs/${proof.id}`;
  const link = `${environment().siteUrl}/proofs/${proof.id}`;
  return (
    <section className="grid gap-6 border-t border-hairline pt-6 wide:grid-cols-[1fr_auto]">
      <div className="grid content-start gap-3">
        <h2>Pass it on</h2>
        <p className="font-mono text-small break-all">{link}</p>
        <div className="flex flex-wrap gap-x-4">
          <CopyButton label="Copy link" text={link} />
          <ShareButton link={link} />
        </div>
        <div className="grid gap-1 print:hidden">
          <h2>Check it without this page</h2>
          <p className="flex flex-wrap gap-x-4">
            <a href={jsonPath} className="inline-flex min-h-11 items-center">
              Open as JSON
            </a>
            <a
              href={jsonPath}
              download={`countersign-proof-${proof.id}.json`}
              className="inline-flex min-h-11 items-center"
            >
              Download JSON
            </a>
          </p>
          <p className="text-muted">
            With a copy of Countersign's source,{' '}
            <code className="font-mono">npm run verify-proof -- FILE</code> checks the downloaded file on your
            own machine.
          </p>
        </div>
      </div>
      <QrCode text={link} name="QR code of this page's address" />
    </section>
  );
}

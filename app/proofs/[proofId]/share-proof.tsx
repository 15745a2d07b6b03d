import { CopyButton } from '@/components/copy-button';
import { QrCode } from '@/components/qr-code';
import { environment } from '@/lib/env';
import { escapeHtml } from '@/lib/escape-html';
import type { StandingProof } from '@/lib/proofs/public-proof';
import { describeProof } from './describe-proof';
import { ShareButton } from './share-button';

const summary = 'inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-2';

/** Ways to pass a proof on and to check it without this site. */
export function ShareProof({ proof }: { proof: StandingProof }) {
  const jsonPath = `/api/v1/proofs/${proof.id}`;
  const link = `${environment().siteUrl}/proofs/${proof.id}`;
  const qrCode = <QrCode text={link} name="QR code of this page's address" />;
  return (
    <section className="grid gap-6 border-t border-hairline pt-6">
      <div className="grid justify-items-start gap-3">
        <h2>Share it</h2>
        <p className="font-mono text-small break-all">{link}</p>
        <div className="flex flex-wrap gap-x-4">
          <CopyButton label="Copy link" text={link} />
          <ShareButton link={link} />
        </div>
        <details className="print:hidden">
          <summary className={summary}>QR code</summary>
          {qrCode}
        </details>
        <div className="hidden print:block">{qrCode}</div>
        <BadgeToCopy link={link} proof={proof} />
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
          With a copy of Countersign's source, <code className="font-mono">npm run verify-proof -- FILE</code>{' '}
          checks the downloaded file on your own machine.
        </p>
      </div>
    </section>
  );
}

/** The badge as it looks now, and what to paste to have it elsewhere. */
function BadgeToCopy({ link, proof }: { link: string; proof: StandingProof }) {
  const text = describeProof(proof);
  const snippets = {
    HTML: `<a href="${link}"><img src="${link}/badge.svg" alt="${escapeHtml(text)}" height="28"></a>`,
    Markdown: `[![${text}](${link}/badge.svg)](${link})`,
  };
  return (
    <details className="w-full print:hidden">
      <summary className={summary}>Badge for your site</summary>
      <div className="grid gap-3">
        <p className="text-muted">It shows whether the proof is still valid, at most a minute late.</p>
        <img
          src={`${new URL(link).pathname}/badge.svg`}
          alt={text}
          height={28}
          loading="lazy"
          className="h-7"
        />
        {Object.entries(snippets).map(([name, snippet]) => (
          <div key={name}>
            <h3 className="text-small font-medium">{name}</h3>
            <p className="mt-1 rounded-control border border-hairline bg-sunken px-3.5 py-3 font-mono text-small break-all whitespace-pre-wrap">
              {snippet}
            </p>
            <CopyButton label={`Copy ${name}`} text={snippet} />
          </div>
        ))}
      </div>
    </details>
  );
}

import { CopyButton } from '@/components/copy-button';
import { QrCode } from '@/components/qr-code';
import { buttonClasses } from '@/components/ui/button';
import { escapeHtml } from '@/lib/escape-html';
import { ShareButton } from './share-button';

const summary = buttonClasses('quiet', '-ml-2.5 list-none [&::-webkit-details-marker]:hidden');
const plainLink = 'inline-flex min-h-control items-center text-small';

type ShareOptionsProps = {
  /** The address of the proof's page. */
  link: string;
  /** What the proof says, for whom its picture does not load and as the text of a post. */
  text: string;
};

/** Ways to pass a public proof on, besides its link: apps, picture, QR code and badge. */
export function ShareOptions({ link, text }: ShareOptionsProps) {
  const post = new URLSearchParams({ text, url: link });
  const qrCode = <QrCode text={link} name="QR code of the proof's address" />;
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      <div className="flex flex-wrap gap-x-4 print:hidden">
        <ShareButton link={link} />
        <Elsewhere href={`https://x.com/intent/post?${post}`}>Post on X</Elsewhere>
        <Elsewhere href={`https://t.me/share/url?${post}`}>Send on Telegram</Elsewhere>
        <a
          href={`${new URL(link).pathname}/picture.png`}
          download="countersign-proof.png"
          className={plainLink}
        >
          Download picture
        </a>
      </div>
      <details className="print:hidden">
        <summary className={summary}>QR code</summary>
        {qrCode}
      </details>
      <div className="hidden print:block">{qrCode}</div>
      <BadgeToCopy link={link} text={text} />
    </div>
  );
}

function Elsewhere({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={plainLink}>
      {children}
      <span className="sr-only">, in a new tab</span>
    </a>
  );
}

/** The badge as it looks now, and what to paste to have it elsewhere. */
function BadgeToCopy({ link, text }: ShareOptionsProps) {
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

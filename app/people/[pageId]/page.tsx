import { namePage, type PublicPage } from 'countersign/proof/public-page';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { describePreview } from '@/app/proofs/[proofId]/describe-preview';
import {
  NotPublic,
  ProofsUnavailable,
  SignedName,
  WhatIsCountersign,
} from '@/app/proofs/[proofId]/proof-parts';
import { Identicon } from '@/components/proofs/identicon';
import { ProofTime, Proven } from '@/components/proofs/proven';
import { summarizePage } from '@/components/proofs/recheck-page';
import { nameSharer } from '@/components/sharing/describe-shared-proof';
import { ShareButton } from '@/components/sharing/share-views';
import { Address } from '@/components/ui/address';
import { buttonClasses } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { QrCode } from '@/components/ui/qr-code';
import { writeDate } from '@/lib/format-time';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';
import { readPublicPage } from '@/lib/proofs/read-public-page';
import { shortenAddress } from '@/lib/shorten';
import { CheckedPage } from './checked-page';

type PersonPageProps = { params: Promise<{ pageId: string }> };

/** Link previews may outlive the page, so they name no wallet. */
export async function generateMetadata({ params }: PersonPageProps): Promise<Metadata> {
  const read = await readPublicPage((await params).pageId);
  if (!read.ok) return { title: read.code === 'page.not_found' ? 'No public page' : 'Wallets of a person' };
  const { id, accountCode, proofs } = read.page;
  const owner = nameSharer({ name: namePage(proofs)?.shown ?? null, accountCode });
  const title = `Wallets of ${owner}`;
  if (proofs.length === 0) return { title };
  return describePreview(`/people/${id}`, {
    title,
    description: `Proven Solana wallets of ${owner}. Open the page to check the signatures in your browser.`,
    alt: `Proven wallets of ${owner}`,
  });
}

/** A page that is off, closed or unknown is a 404. */
export default async function PersonPage({ params }: PersonPageProps) {
  const read = await readPublicPage((await params).pageId);
  if (!read.ok) {
    if (read.code !== 'page.not_found') return <ProofsUnavailable />;
    answerNotFound((await headers()).get(requestIdHeader));
    return <NotPublic code={read.code} />;
  }
  const { page } = read;
  return (
    <CheckedPage
      shown={summarizePage(page)}
      card={<Person page={page} />}
      share={<Share page={page} />}
      about={<WhatIsCountersign />}
    />
  );
}

export function Person({ page }: { page: PublicPage }) {
  const { accountCode, github, proofs } = page;
  const named = namePage(proofs);
  const name = named?.shown;
  const id = <code className="font-mono whitespace-nowrap">{accountCode}</code>;
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4">
        <Initials name={name ?? accountCode} />
        <div>
          <h1 className="[overflow-wrap:anywhere]">{name ? <bdi>{name}</bdi> : <>Account {id}</>}</h1>
          {name ? <p className="text-muted">Account {id}</p> : null}
          <SignedName named={named} />
          {github ? (
            <p className="text-muted">
              GitHub account <span className="font-semibold text-ink">{github.handle}</span>, confirmed by
              GitHub on {writeDate(github.confirmedAt)}
            </p>
          ) : null}
        </div>
      </div>
      {proofs.length > 0 ? (
        <ul aria-label="Proven wallets" className="mt-6 divide-y divide-hairline border-y border-hairline">
          {proofs.map((proof) => (
            <ListedWallet key={proof.id} proof={proof} />
          ))}
        </ul>
      ) : (
        <p className="mt-6 border-t border-hairline pt-4">No wallet is listed here right now.</p>
      )}
    </>
  );
}

/** Decorative. */
function Initials({ name }: { name: string }) {
  const words = name.split(/[ .-]+/).filter((word) => word !== '');
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return (
    <span
      aria-hidden="true"
      className="grid size-14 place-items-center rounded-full border border-hairline bg-sunken font-serif text-[22px] text-muted print:hidden"
    >
      {[...first].slice(0, 1)}
      {[...last].slice(0, 1)}
    </span>
  );
}

function ListedWallet({ proof: { id, address, chain, provenAt } }: { proof: PublicPage['proofs'][number] }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-4">
      <Identicon address={address} />
      <div className="min-w-0 flex-1">
        <span className="print:hidden">
          <Address address={address} chain={chain} isProven />
        </span>
        <code className="hidden font-mono text-small break-all print:block">{address}</code>
        <p className="text-small">
          <Proven>
            Proven{' '}
            <time dateTime={provenAt} className="whitespace-nowrap">
              {writeDate(provenAt)}
            </time>
          </Proven>
        </p>
      </div>
      <a href={`/proofs/${id}`} className={buttonClasses('secondary', 'print:hidden')}>
        View proof<span className="sr-only"> of {shortenAddress(address)}</span>
      </a>
    </li>
  );
}

function Share({ page: { url } }: { page: PublicPage }) {
  return (
    <section className="grid justify-items-start gap-2 border-t border-hairline pt-4">
      <h2 className="text-small font-semibold print:hidden">One link for all of them</h2>
      <p className="text-muted print:hidden">
        The owner chose which wallets are listed. One that is taken off disappears at once.
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton isButton hasIcon label="Copy link" text={url} />
        <ShareButton link={url} title="Proven wallets" />
      </div>
      <details className="fold print:open">
        <summary className="tappable cursor-pointer print:hidden">QR code</summary>
        <QrCode text={url} name="QR code of this page's address" className="mt-2 size-44" />
        <p className="hidden text-small print:block">
          <span className="font-mono break-all">{url}</span>
          <br />
          Listed there on <ProofTime at={new Date().toISOString()} />.
        </p>
      </details>
    </section>
  );
}

import { nameAccount, type StandingProof as Proof } from 'countersign/proof/public-proof';
import { Identicon } from '@/components/proofs/identicon';
import { ProofCheck } from '@/components/proofs/proof-check';
import { ProofTime } from '@/components/proofs/proven';
import { ShareButton } from '@/components/sharing/share-views';
import { buttonClasses } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Fold } from '@/components/ui/fold';
import { QrCode } from '@/components/ui/qr-code';
import { environment } from '@/lib/env';
import { Fact, ProvenWallet, SignedName, WhatIsCountersign, WhoseWallet } from './proof-parts';

const methods: Record<string, string> = {
  sign_in: 'The wallet signed a message.',
  sign_message: 'The wallet signed a message.',
  sign_offchain_message: 'The wallet signed an off-chain message, which can never be a transaction.',
  memo: 'The wallet signed a transaction that contains the statement and can never execute: the last way, for hardware wallets that sign nothing else.',
};

export function describeMethod(method: string): string {
  return (Object.hasOwn(methods, method) && methods[method]) || "By a method that this version doesn't know.";
}

export function ValidProof({ proof, isOwn }: { proof: Proof; isOwn: boolean }) {
  const named = nameAccount(proof);
  const link = `${environment().siteUrl}/proofs/${proof.id}`;
  return (
    <div className="with-notes">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {isOwn ? <YourProof address={proof.address} link={link} /> : null}
        <article className="rounded-card border border-hairline bg-surface px-4 pt-5 pb-1 wide:px-10 wide:pt-8 print:border-0 print:p-0">
          <div className="flex items-start justify-between gap-4">
            <div>
              <h1>Proof of a wallet</h1>
              <WhoseWallet named={named} accountCode={proof.accountCode} />
            </div>
            <Identicon address={proof.address} className="size-14 wide:size-[72px]" />
          </div>
          <ProvenWallet address={proof.address} chain={proof.chain} provenAt={proof.provenAt} />
          <dl className="mt-5 grid gap-1.5 border-t border-hairline py-4">
            <Fact term="Account">
              {named ? (
                <>
                  <bdi>{named.shown}</bdi>,{' '}
                </>
              ) : null}
              ID <code className="font-mono">{proof.accountCode}</code>
              <SignedName named={named} />
            </Fact>
            <Fact term="Status">
              Valid as of <ProofTime at={new Date().toISOString()} />.
            </Fact>
            <Fact term="How">{describeMethod(proof.method)}</Fact>
            <Fact term="Chain">
              <code className="font-mono">{proof.chain}</code>
            </Fact>
          </dl>
          <ProofCheck shown={proof} />
          <Fold title="The statement, exactly as signed">
            <pre className="rounded-control border border-hairline bg-sunken px-3.5 py-3 font-mono text-small break-words whitespace-pre-wrap">
              {proof.statement}
            </pre>
          </Fold>
          <Fold title="What it proves, and what it doesn't">
            <Meaning hasName={named !== null} />
          </Fold>
          <WithoutThisPage id={proof.id} />
          <div className="hidden print:block">
            <p className="mb-2 font-mono text-small break-all">{link}</p>
            <QrCode text={link} name="QR code of the proof's address" />
          </div>
        </article>
      </div>
      <aside aria-label="About this proof" className="grid content-start gap-6 text-small">
        <WhatIsCountersign isOwn={isOwn} />
        {isOwn ? null : <ShareProof link={link} />}
      </aside>
    </div>
  );
}

function Meaning({ hasName }: { hasName: boolean }) {
  return (
    <div className="grid gap-6 wide:grid-cols-2">
      <section>
        <h3 className="font-semibold">What it proves</h3>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          <li>The signer held this wallet's key.</li>
          <li>They signed this statement, which names the account.</li>
          <li>Nobody can change a word of it without the check failing.</li>
        </ul>
      </section>
      <section>
        <h3 className="font-semibold">What it doesn't prove</h3>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          <li>Who the person behind the account is.{hasName ? ' They chose the name.' : null}</li>
          <li>That nobody else has the key, now or later.</li>
          <li>What the wallet holds, or that dealing with it is safe.</li>
          <li>When it was signed: you rely on this site for the time.</li>
        </ul>
      </section>
    </div>
  );
}

function WithoutThisPage({ id }: { id: string }) {
  const path = `/api/v1/proofs/${id}`;
  return (
    <Fold title="Check it without this page" aside="JSON">
      <p className="flex flex-wrap gap-x-4">
        <a href={path} className="control-link">
          Open as JSON
        </a>
        <a href={path} download={`countersign-proof-${id}.json`} className="control-link">
          Download JSON
        </a>
      </p>
      <p className="text-muted">
        With a copy of Countersign's source, <code className="font-mono">npm run verify-proof -- FILE</code>{' '}
        checks the downloaded file on your own machine.
      </p>
    </Fold>
  );
}

function ShareProof({ link }: { link: string }) {
  return (
    <section className="grid justify-items-start gap-2 border-t border-hairline pt-4 no-js:hidden print:hidden">
      <h2 className="text-small font-semibold">Share this proof</h2>
      <p className="text-muted">The link shows whether the proof is still valid.</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton isButton label="Copy link" text={link} />
        <ShareButton link={link} />
      </div>
    </section>
  );
}

/** The owner's link to the wallet's sharing, a page that works without scripts. */
function YourProof({ address, link }: { address: string; link: string }) {
  const manage = (href: string, without: string) => (
    <a href={href} className={buttonClasses('quiet', without)}>
      Manage
    </a>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-hairline bg-sunken px-4 py-2.5 print:hidden">
      <p className="text-muted">
        <b className="font-semibold text-ink">Your proof.</b> Anyone with the link sees this page.
      </p>
      <div className="flex gap-1">
        {manage(`/wallets#share-${address}`, 'no-js:hidden')}
        {manage(`/wallets/manage?address=${address}`, 'hidden no-js:inline-flex')}
        <CopyButton isButton label="Copy link" text={link} />
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { ProofTime, Proven } from '@/components/proofs/proven';
import { ExplorerLink } from '@/components/ui/address';
import { buttonClasses } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Problem } from '@/components/ui/problem';
import { ReloadWhenReady } from '@/components/ui/reload-when-ready';
import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';

type ProvenWalletProps = { address: string; chain: string; provenAt: string };

export function ProvenWallet({ address, chain, provenAt }: ProvenWalletProps) {
  return (
    <div className="mt-5">
      <h2 className="text-small font-normal text-muted">Wallet</h2>
      <div className="double-ruled flex items-center justify-between gap-3 pb-1 text-proven">
        <code className="font-mono text-[14px] leading-6 break-all text-ink wide:text-[15px]">{address}</code>
        <CopyButton isTool label="Copy address" text={address} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-large font-semibold text-proven">
          <Proven>
            Proven <ProofTime at={provenAt} />
          </Proven>
        </p>
        <ExplorerLink chain={chain} address={address} className="control-link text-small print:hidden" />
      </div>
    </div>
  );
}

type WhoseWalletProps = {
  named: { shown: string; signed: string | null } | null;
  accountCode: string;
};

/** The proof's claim as a sentence. The owner chooses the name, so the ID follows it. */
export function WhoseWallet({ named, accountCode }: WhoseWalletProps) {
  const id = <code className="font-mono whitespace-nowrap">{accountCode}</code>;
  const name = named ? <bdi className="font-semibold text-ink">{named.shown}</bdi> : null;
  return (
    <p className="mt-1 text-balance text-muted">
      The holder of this wallet signed that it belongs to the <a href="#what-is-countersign">Countersign</a>{' '}
      account{' '}
      {named?.signed ? (
        <>
          {name}, ID {id}.
        </>
      ) : (
        <>
          with ID {id}
          {/* This name wasn't signed: it is the account's name on the site. */}
          {name ? <>, called {name} here</> : null}.
        </>
      )}
    </p>
  );
}

/** Explains how the page's name differs from the signed one, which is ASCII. */
export function SignedName({ named }: Pick<WhoseWalletProps, 'named'>) {
  if (!named || named.shown === named.signed) return null;
  return (
    <span className="block text-small text-muted">
      {named.signed
        ? `The signed text spells it "${named.signed}".`
        : 'The signed text has only the ID. The name comes from this site.'}
    </span>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-4 wide:grid-cols-[96px_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function ProofsUnavailable() {
  return (
    <div className="grid justify-items-start gap-6">
      <h1>One moment</h1>
      <Problem problem={describeError('proof.unavailable')} />
      <ReloadWhenReady />
    </div>
  );
}

/** Private, unknown and malformed IDs get the same page. */
export function NotPublic({ code }: { code: ErrorCode }) {
  const { title, hint } = describeError(code);
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <h1>{title}</h1>
        <p className="text-muted">{hint}</p>
      </div>
      <WhatIsCountersign />
    </div>
  );
}

/** For people who received a proof and don't know the site. */
export function WhatIsCountersign({ isOwn = false }: { isOwn?: boolean }) {
  return (
    <section
      id="what-is-countersign"
      className="grid content-start justify-items-start gap-2 border-t border-hairline pt-4 text-small print:hidden"
    >
      <h2 className="text-small font-semibold">What is Countersign?</h2>
      <p className="text-muted">
        Here people prove which Solana wallets are theirs: the wallet signs a statement that names their
        account. Anyone with the link to a public proof can check the signature, here or without this site.
      </p>
      {isOwn ? null : (
        <a href="/sign-in" className={buttonClasses('secondary', 'mt-1')}>
          Prove a wallet of your own
        </a>
      )}
    </section>
  );
}

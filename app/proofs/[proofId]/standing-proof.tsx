import type { StandingProof as Proof } from 'countersign/proof/public-proof';
import type { ProofMethod } from 'countersign/proof/statement';
import { ProofCheck } from '@/components/proof-check';
import { ProofTime } from '@/components/proof-time';
import { nameAccount } from '@/lib/proofs/name-account';
import { Fact } from './fact';
import { ProvenWallet } from './proven-wallet';
import { ShareProof } from './share-proof';
import { WhatIsCountersign } from './what-is-countersign';
import { WhoseWallet } from './whose-wallet';

const methods: Record<ProofMethod, string> = {
  sign_in: 'Signed with Sign in with Solana.',
  sign_message: 'Signed as a message.',
  memo: 'Signed as a transaction that contains the statement and can never take effect. Hardware wallets need this.',
};

export function StandingProof({ proof }: { proof: Proof }) {
  const named = nameAccount(proof);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <article className="rounded-card border border-hairline bg-surface px-5 py-6 wide:px-10 wide:py-9 print:border-0 print:p-0">
        <h1>Proof of a wallet</h1>
        <WhoseWallet named={named} accountCode={proof.accountCode} />
        <ProvenWallet address={proof.address} chain={proof.chain} provenAt={proof.provenAt} />
        <ProofCheck shown={proof} />
        <dl className="mt-6 divide-y divide-hairline border-y border-hairline">
          <Fact term="Account">
            {named ? (
              <>
                <bdi>{named.shown}</bdi>,{' '}
              </>
            ) : null}
            ID <code className="font-mono">{proof.accountCode}</code>
            {named && named.shown !== named.signed ? <SignedName name={named.signed} /> : null}
          </Fact>
          <Fact term="Status">
            Valid as of <ProofTime at={new Date().toISOString()} />.
          </Fact>
          <Fact term="How">{methods[proof.method]}</Fact>
          <Fact term="Chain">
            <code className="font-mono">{proof.chain}</code>
          </Fact>
        </dl>
        <h2 className="mt-6">The statement, exactly as signed</h2>
        <pre className="mt-2 rounded-control border border-hairline bg-sunken px-3.5 py-3 font-mono text-small break-words whitespace-pre-wrap">
          {proof.statement}
        </pre>
        <Meaning hasName={named !== null} />
      </article>
      <ShareProof proof={proof} />
      <WhatIsCountersign />
    </div>
  );
}

/** Tells the name on the page from what was signed, which is ASCII. */
function SignedName({ name }: { name: string | null }) {
  return (
    <span className="block text-small text-muted">
      {name
        ? `What was signed writes it "${name}".`
        : 'The signed text has only the ID. The name comes from this site.'}
    </span>
  );
}

/** What someone may conclude from a proof, and what they may not. */
function Meaning({ hasName }: { hasName: boolean }) {
  return (
    <div className="mt-6 grid gap-6 wide:grid-cols-2">
      <section>
        <h2>What it proves</h2>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          <li>The signer held this wallet's key.</li>
          <li>They signed this statement, which names the account.</li>
          <li>Nobody can change a word of it without the check failing.</li>
        </ul>
      </section>
      <section>
        <h2>What it doesn't prove</h2>
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

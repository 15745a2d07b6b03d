/** For anyone who was sent a proof and has never been here. */
export function WhatIsCountersign() {
  return (
    <section id="what-is-countersign" className="grid gap-2 border-t border-hairline pt-6 print:hidden">
      <h2>What is Countersign?</h2>
      <p>
        Here people prove which Solana wallets are theirs: the wallet signs a statement that names their
        account. Anyone with the link to a public proof can check the signature, here or without this site.
      </p>
      <p>
        <a href="/sign-in" className="tappable">
          Prove a wallet of your own
        </a>
      </p>
    </section>
  );
}

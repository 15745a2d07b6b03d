import { buttonClasses } from '@/components/ui/button';

/** For people who received a proof and don't know the site. */
export function WhatIsCountersign({ isOwn = false }: { isOwn?: boolean }) {
  return (
    <section
      id="what-is-countersign"
      className="grid justify-items-start gap-2 border-t border-hairline pt-4 text-small print:hidden"
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

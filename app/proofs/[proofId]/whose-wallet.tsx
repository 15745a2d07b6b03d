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

type WhoseWalletProps = {
  named: { shown: string; signed: string | null } | null;
  accountCode: string;
};

/** The sentence that a proof comes to. The name is its owner's choice, so the ID stands beside it. */
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
          {/* Nobody signed this name: it is what the site calls the account. */}
          {name ? <>, called {name} here</> : null}.
        </>
      )}
    </p>
  );
}

type WhoseWalletProps = {
  /** What the account was called when the proof was made. */
  name: string | null;
  accountCode: string;
};

/** The sentence that a proof comes to. The name is its owner's choice, so the ID stands beside it. */
export function WhoseWallet({ name, accountCode }: WhoseWalletProps) {
  const id = <code className="font-mono whitespace-nowrap">{accountCode}</code>;
  return (
    <p className="mt-1 text-muted">
      Whoever holds this wallet signed that it belongs to the <a href="#what-is-countersign">Countersign</a>{' '}
      account{' '}
      {name ? (
        <>
          <bdi className="font-semibold text-ink">{name}</bdi>, ID {id}.
        </>
      ) : (
        <>with ID {id}.</>
      )}
    </p>
  );
}

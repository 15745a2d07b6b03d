/** What somebody may conclude from a proof, and what they may not. */
export function Meaning() {
  return (
    <div className="mt-6 grid gap-6 wide:grid-cols-2">
      <section>
        <h2>What it proves</h2>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          <li>Whoever signed held the key of this wallet.</li>
          <li>They agreed to this statement, which names the account.</li>
          <li>Nobody can change a word of it without the check failing.</li>
        </ul>
      </section>
      <section>
        <h2>What it doesn't prove</h2>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          <li>Who the person behind the account is.</li>
          <li>That nobody else holds the key, or will.</li>
          <li>What is in the wallet, or that dealing with it is safe.</li>
          <li>When it was signed: the time is this site's word.</li>
        </ul>
      </section>
    </div>
  );
}

import type { PreparedStatement } from 'countersign/proof/statement';

/** The full statement. Scrolls at a fixed height, also while it loads, unless `isWhole`. */
export function StatementPaper(props: {
  name: string;
  challenge: PreparedStatement | null;
  isWhole?: boolean;
}) {
  const { name, challenge, isWhole = false } = props;
  return (
    <section
      aria-label={name}
      // A scrollable region must be reachable by keyboard.
      tabIndex={isWhole ? undefined : 0}
      className={`${isWhole ? '' : 'h-72 overflow-y-auto overscroll-contain'} rounded-control border border-hairline bg-paper px-3.5 py-3 font-mono text-small whitespace-pre-wrap text-muted [overflow-wrap:anywhere]`}
    >
      {challenge ? <StatementText text={challenge.text} sentence={challenge.fields.statement} /> : null}
    </section>
  );
}

/** The account ID that the statement must contain. Keeps its height while the statement loads. */
export function AccountReference({ code }: { code: string | undefined }) {
  return (
    <p className="min-h-[22px]">
      {code ? (
        <>
          Your account ID:{' '}
          <span className="font-mono text-[14px] font-semibold whitespace-nowrap">{code}</span>
        </>
      ) : null}
    </p>
  );
}

function StatementText({ text, sentence }: { text: string; sentence: string }) {
  const [before, after] = text.split(sentence, 2);
  if (before === undefined || after === undefined) return text;
  return (
    <>
      {before}
      <strong className="my-1 inline-block w-full border-l-2 border-ink pl-3 font-sans text-base font-semibold text-ink">
        {sentence}
      </strong>
      {after}
    </>
  );
}

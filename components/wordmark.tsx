export function Wordmark() {
  return (
    <a
      href="/"
      className="double-ruled my-2 inline-block pb-px font-serif text-[20px] leading-6 font-medium text-ink no-underline"
    >
      Countersign
    </a>
  );
}

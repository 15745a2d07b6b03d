import Link from 'next/link';

export function Wordmark() {
  return (
    <Link
      href="/"
      prefetch={false}
      className="double-ruled inline-block pb-px font-serif text-[20px] leading-6 font-medium text-ink no-underline"
    >
      Countersign
    </Link>
  );
}

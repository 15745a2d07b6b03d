/** Ways to the pages before and after. Nothing where there is only one. */
export function PageLinks({ page, pageCount }: { page: number; pageCount: number }) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pages" className="mb-6 flex min-h-11 items-center gap-4">
      {page > 1 ? (
        <a href={`/wallets?page=${page - 1}`} rel="prev" className="inline-flex min-h-11 items-center">
          Previous
        </a>
      ) : null}
      <span className="text-muted">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={`/wallets?page=${page + 1}`} rel="next" className="inline-flex min-h-11 items-center">
          Next
        </a>
      ) : null}
    </nav>
  );
}

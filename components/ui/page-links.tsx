type PageLinksProps = { page: number; pageCount: number; pathOf: (page: number) => string };

/** Links of a numbered list. Nothing if it has one page. */
export function PageLinks({ page, pageCount, pathOf }: PageLinksProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex min-h-11 items-center gap-4">
      {page > 1 ? (
        <a href={pathOf(page - 1)} rel="prev" className="control-link">
          Previous
        </a>
      ) : null}
      <span className="text-muted">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={pathOf(page + 1)} rel="next" className="control-link">
          Next
        </a>
      ) : null}
    </nav>
  );
}

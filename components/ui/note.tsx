import type { ReactNode } from 'react';

/** A fact to know before continuing. Not for errors. */
export function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="status" className="rounded-control border border-hairline bg-sunken px-3.5 py-3">
      <p className="font-semibold">{title}</p>
      {children ? <div className="text-muted">{children}</div> : null}
    </div>
  );
}

/** The margin of a page, for explanations only, never for actions. Must be the second child of `with-notes`. */
export function Notes({ isBesideForm = false, children }: { isBesideForm?: boolean; children: ReactNode }) {
  return (
    // Where it is beside the page, aligns with the first rule below the heading, or with a form's first line.
    <aside
      aria-label="Notes"
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-6 text-small text-muted ${isBesideForm ? 'min-[1024px]:pt-16' : 'min-[1024px]:pt-[88px]'}`}
    >
      {children}
    </aside>
  );
}

export function Note({
  title,
  className = '',
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-1 border-t border-hairline pt-4 ${className}`}
    >
      <p className="font-semibold text-ink">{title}</p>
      {children}
    </div>
  );
}

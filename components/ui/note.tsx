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
    <aside aria-label="Notes" className={isBesideForm ? 'notes beside-form' : 'notes'}>
      {children}
    </aside>
  );
}

type NoteProps = { title: string; className?: string; children: ReactNode };

export function Note({ title, className, children }: NoteProps) {
  return (
    <div className={className}>
      <p>{title}</p>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

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

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

import type { ReactNode } from 'react';

/** One line of what a proof says, in a list of definitions. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-3 wide:grid-cols-[120px_1fr]">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

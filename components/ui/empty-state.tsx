import type { ReactNode } from 'react';

/** One sentence and one action. */
export function EmptyState({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 border-y border-hairline py-8">
      <p>{sentence}</p>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

/** Rows' outlines while their content is under way. `row` is one, as tall as what it stands for. Appears only after 200 ms, so that a quick page doesn't flicker. */
export function SkeletonRows({ count, row = walletOutline }: { count: number; row?: ReactNode }) {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="appear-late divide-y divide-hairline border-y border-hairline"
    >
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never change.
        <div key={place}>{row}</div>
      ))}
    </div>
  );
}

const walletOutline = (
  <div className="flex min-h-16 items-center gap-3 py-3.5">
    <div className="size-8 rounded-[8px] bg-sunken" />
    <div className="grid gap-1.5">
      <div className="h-3.5 w-28 rounded-control bg-sunken" />
      <div className="h-3 w-40 rounded-control bg-sunken" />
    </div>
  </div>
);

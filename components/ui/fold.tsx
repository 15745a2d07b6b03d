import type { ReactNode } from 'react';
import { Lines } from './icon';

type FoldProps = {
  title: string;
  aside?: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
};

/** A collapsible section, collapsed by default. Open without scripts and in print (rules.pcss). */
export function Fold({ title, aside, isOpen, children }: FoldProps) {
  return (
    <details open={isOpen} className="group/fold fold border-t border-hairline">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 py-2 [&::-webkit-details-marker]:hidden">
        <h2 className="flex-1 text-base font-semibold">{title}</h2>
        {aside ? <span className="text-small text-muted">{aside}</span> : null}
        <span className="text-muted transition-[rotate] duration-120 group-open/fold:rotate-180 print:hidden no-js:hidden">
          <Lines path="m4.5 6.5 3.5 3.5 3.5-3.5" />
        </span>
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  );
}

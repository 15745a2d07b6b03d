import type { ReactNode } from 'react';
import { Icon } from './ui/icon';

/** Green with a tick. Use it for proven facts only; the children must say so in words. */
export function Proven({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-start gap-[5px] text-proven [&>svg]:mt-[calc((1lh-14px)/2)]">
      <Icon name="tick" size={14} />
      <span>{children}</span>
    </span>
  );
}

import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { formatTime } from '@/lib/format-time';

/** Green with a tick. Use it for proven facts only; the children must say so in words. */
export function Proven({ children }: { children: ReactNode }) {
  return (
    <span className="proven">
      <Icon name="tick" size={14} />
      <span>{children}</span>
    </span>
  );
}

/** In UTC, so that all readers of a public proof see the same time. Breaks only where it has no line to itself. */
export function ProofTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="inline-block">
      {formatTime(at)}
    </time>
  );
}

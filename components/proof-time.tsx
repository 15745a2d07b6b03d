import { formatTime } from '@/lib/format-time';

/** In UTC, so that all readers of a public proof see the same time. */
export function ProofTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatTime(at)}
    </time>
  );
}

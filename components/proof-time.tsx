import { formatTime } from '@/lib/format-time';

/** In UTC, because everyone who looks at a public proof must read the same. */
export function ProofTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatTime(at)}
    </time>
  );
}

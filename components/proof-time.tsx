import { formatTime } from '@/lib/format-time';

/** A time of a public proof. In UTC, because everyone who looks at it, or prints it, must read the same. */
export function ProofTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatTime(at)}
    </time>
  );
}

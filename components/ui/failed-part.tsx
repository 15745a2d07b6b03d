import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';
import { Problem } from './problem';

/** Links to the page itself, because an automatic reload would lose typed values. */
export function FailedPart({ code }: { code: ErrorCode }) {
  const isAway = code === 'backend.unavailable';
  return (
    <div className="grid justify-items-start gap-2">
      {/* The user only opened a page, so the message must not mention changes. */}
      <Problem problem={describeError(isAway ? 'backend.unread' : code)} />
      {isAway ? (
        // biome-ignore lint/a11y/useValidAnchor: an empty address is this page's own, with its query, and needs no scripts.
        <a href="" className="tappable">
          Try again
        </a>
      ) : null}
    </div>
  );
}

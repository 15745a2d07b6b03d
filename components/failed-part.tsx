import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';
import { Problem } from './ui/problem';

/** Offers a link to load the page again, because a reload by itself would lose what was typed. */
export function FailedPart({ code }: { code: ErrorCode }) {
  const isAway = code === 'backend.unavailable';
  return (
    <div className="grid justify-items-start gap-2">
      {/* Someone has only opened a page, and changed nothing. */}
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

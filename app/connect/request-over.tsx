import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';

/** A request that can't be answered, and never will be. */
export function RequestOver({ code }: { code: ErrorCode }) {
  const { title, hint } = describeError(code);
  return (
    <div data-code={code} className="grid gap-3">
      <h1>{title}</h1>
      <p>{hint}</p>
      <p className="mt-3 border-t border-hairline pt-3">
        <a href="/" className="inline-flex min-h-11 items-center">
          Go to your wallets
        </a>
      </p>
    </div>
  );
}

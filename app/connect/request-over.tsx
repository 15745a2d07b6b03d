import { hostOfRedirectUri } from '@/lib/apps/redirect-uri';
import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';

type RequestOverProps = {
  code: ErrorCode;
  /** The app's address, for a press: nobody is led there by itself. */
  back?: string | null;
};

/** A request that can't be answered, and never will be. */
export function RequestOver({ code, back = null }: RequestOverProps) {
  const { title, hint } = describeError(code);
  return (
    <div data-code={code} className="grid gap-3">
      <h1>{title}</h1>
      <p>{hint}</p>
      {back ? (
        <p>
          <a href={back} className="inline-flex min-h-11 items-center">
            <span>
              Go back to <bdi className="[overflow-wrap:anywhere]">{hostOfRedirectUri(back)}</bdi>
            </span>
          </a>
        </p>
      ) : null}
      <p className="mt-3 border-t border-hairline pt-3">
        <a href="/" className="inline-flex min-h-11 items-center">
          Go to your wallets
        </a>
      </p>
    </div>
  );
}

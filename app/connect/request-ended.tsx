import { buttonClasses } from '@/components/ui/button';
import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';
import { readViewer } from '@/lib/session/viewer';
import { BackLink, NextSteps } from './next-steps';

const startAgain = 'Go back to the app and start there again.';

/** Replaces codes about a press, or about earlier access, for a user who was only redirected here. */
const inPlace: Partial<Record<ErrorCode, ErrorCode>> = {
  'app.unknown': 'app.not_registered',
  'backend.unavailable': 'backend.unread',
};

/** Replaces hints to try again, which isn't possible from here. */
const hints: Partial<Record<ErrorCode, string>> = {
  'auth.too_many_attempts': `Wait a minute. ${startAgain}`,
  'backend.unread': startAgain,
};

type RequestOverProps = {
  code: ErrorCode;
  /** The app's URL as a link: no user is redirected there automatically. */
  back?: string | null;
  again?: string | null;
};

/** A request that can't be answered. `again` lets the user start it again. */
export async function RequestOver({ code: found, back = null, again = null }: RequestOverProps) {
  const code = inPlace[found] ?? found;
  const { title, hint } = describeError(code);
  const { signedIn } = await readViewer();
  return (
    <div data-code={code} className="grid gap-3">
      <h1>{title}</h1>
      <p>{again ? hint : (hints[code] ?? hint)}</p>
      {again ? (
        <p>
          <a href={again} className={buttonClasses('primary')}>
            Try again
          </a>
        </p>
      ) : null}
      {back ? <BackLink to={back} /> : null}
      <NextSteps isSignedIn={signedIn} />
    </div>
  );
}

import type { ReactNode } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { environment } from '@/lib/env';
import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';
import { readViewer } from '@/lib/session/viewer';

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
  /** The URL of an unreviewed app as a link: no user is redirected there automatically. */
  back?: string | null;
  again?: string | null;
  /** Shown before the links. */
  children?: ReactNode;
};

/** A request that can't be answered. `again` lets the user start it again. */
export async function RequestOver({ code: found, back = null, again = null, children }: RequestOverProps) {
  const code = inPlace[found] ?? found;
  const { title, hint } = describeError(code);
  const { signedIn } = await readViewer();
  return (
    <div data-code={code} className="grid gap-3">
      <h1>{title}</h1>
      <p>{again ? hint : (hints[code] ?? hint)}</p>
      {children}
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

export function NextSteps({ isSignedIn }: { isSignedIn: boolean }) {
  const steps = isSignedIn
    ? { '/wallets': 'Go to your wallets', '/apps': 'Apps' }
    : { '/sign-in': 'Sign in' };
  return (
    <p className="mt-3 flex flex-wrap gap-x-6 border-t border-hairline pt-3">
      {Object.entries(steps).map(([path, name]) => (
        <a key={path} href={path} className="inline-flex min-h-control items-center">
          {name}
        </a>
      ))}
    </p>
  );
}

/** The URL of an unreviewed app as a link: no user is redirected there automatically. @param to a URL that the app has registered */
export function BackLink({ to }: { to: string }) {
  const { siteName } = environment().branding;
  return (
    <>
      <p>{siteName} hasn't reviewed the app that sent you. Go back only if you know and trust it.</p>
      <a href={to} className={buttonClasses('secondary', 'w-full')}>
        <span>
          Go back to <bdi className="[overflow-wrap:anywhere]">{describeRedirectUri(to)}</bdi>
        </span>
      </a>
    </>
  );
}

import { readViewer } from '@/lib/auth/session/viewer';
import type { ErrorCode } from '@/lib/errors';
import { describeError } from '@/lib/result';

const startAgain = 'Go back to the app and start there again.';

/** Where the catalogue tells to try again, which nobody can do from here. */
const hints: Partial<Record<ErrorCode, string>> = {
  'auth.too_many_attempts': `Wait a minute. ${startAgain}`,
  'backend.unavailable': startAgain,
};

/** A request that can't be answered, and never will be. */
export async function RequestOver({ code: found }: { code: ErrorCode }) {
  // Elsewhere that is an app which had access once.
  const code = found === 'app.unknown' ? 'app.not_registered' : found;
  const { title, hint } = describeError(code);
  const { signedIn } = await readViewer();
  const ways = signedIn ? { '/wallets': 'Go to your wallets', '/apps': 'Apps' } : { '/sign-in': 'Sign in' };
  return (
    <div data-code={code} className="grid gap-3">
      <h1>{title}</h1>
      <p>{hints[code] ?? hint}</p>
      <p className="mt-3 flex flex-wrap gap-x-6 border-t border-hairline pt-3">
        {Object.entries(ways).map(([path, name]) => (
          <a key={path} href={path} className="inline-flex min-h-11 items-center">
            {name}
          </a>
        ))}
      </p>
    </div>
  );
}

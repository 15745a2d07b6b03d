import { peekPasskeys } from '@/lib/session/offered-passkeys';
import { PasskeySignIn } from './passkey-sign-in';

/** Renders nothing if the site or the browser has no passkeys, and without scripts. */
export async function PasskeyOption({ note = '' }: { note?: string }) {
  if (!(await peekPasskeys()).isOffered) return null;
  return (
    <PasskeySignIn label="Use a passkey instead" note={note}>
      <div className="mb-4">
        <Or needsScripts />
      </div>
    </PasskeySignIn>
  );
}

/** With `needsScripts` it disappears without them, like the content after it. */
export function Or({ needsScripts }: { needsScripts: boolean }) {
  return (
    <p
      className={`${needsScripts ? 'no-js:hidden ' : ''}flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline`}
    >
      or
    </p>
  );
}

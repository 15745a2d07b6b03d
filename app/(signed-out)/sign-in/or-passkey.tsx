import { glanceAtPasskeys } from '@/lib/auth/passkey/offered-passkeys';
import { Or } from './other-ways';
import { PasskeySignIn } from './passkey-sign-in';

/** A passkey instead of what the page asks for. Nothing where the site or the browser takes none, and without scripts. */
export async function OrPasskey({ note = '' }: { note?: string }) {
  if (!(await glanceAtPasskeys()).isOffered) return null;
  return (
    <PasskeySignIn label="Use a passkey instead" note={note}>
      <div className="mb-4">
        <Or needsScripts />
      </div>
    </PasskeySignIn>
  );
}

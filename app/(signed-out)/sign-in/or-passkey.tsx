import { glanceAtPasskeys } from '@/lib/auth/passkey/offered-passkeys';
import { Or } from './other-ways';
import { PasskeySignIn } from './passkey-sign-in';

/** A passkey instead of what the page asks for. Nothing where the site takes none, and without scripts. */
export async function OrPasskey({ note }: { note?: string }) {
  if (!(await glanceAtPasskeys()).isOffered) return null;
  return (
    <PasskeySignIn note={note}>
      <div className="mb-4">
        <Or needsScripts />
      </div>
    </PasskeySignIn>
  );
}

import { Notice } from '@/components/ui/notice';
import { secondFactorPath } from '@/lib/auth/sign-in/finish-sign-in';
import { readPendingMfa } from '@/lib/auth/sign-in/pending-mfa';
import { shortenEmail } from '@/lib/shorten-email';

/**
 * For somebody who has given the first step in this browser and comes back to the start. Who sits there may be another one,
 * so the address is not written out.
 */
export async function HalfWay() {
  const held = await readPendingMfa();
  if (!held) return null;
  return (
    <Notice
      title={
        held.email
          ? `You're half-way signed in as ${shortenEmail(held.email)}.`
          : "You're half-way signed in."
      }
    >
      <a href={secondFactorPath} className="tappable">
        Continue with the second step
      </a>
    </Notice>
  );
}

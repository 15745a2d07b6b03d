import { Notice } from '@/components/ui/notice';
import { secondFactorPath } from '@/lib/auth/sign-in/finish-sign-in';
import { readPendingMfa } from '@/lib/auth/sign-in/pending-mfa';

/** For somebody who has given the first step in this browser and comes back to the start. */
export async function HalfWay() {
  const held = await readPendingMfa();
  if (!held) return null;
  return (
    <Notice title={held.email ? `You're half-way signed in as ${held.email}.` : "You're half-way signed in."}>
      <a href={secondFactorPath} className="tappable">
        Continue with the second step
      </a>
    </Notice>
  );
}

import { Button } from '@/components/ui/button';
import type { ListedSession } from '@/lib/auth/session/list-sessions';
import { EndOtherSessions } from './end-other-sessions';
import { Section } from './section';
import { SessionRow } from './session-row';

export function SessionsSection({ sessions }: { sessions: ListedSession[] }) {
  const others = sessions.filter(({ isThisOne }) => !isThisOne).length;
  return (
    <Section title="Sessions" fact={describeCount(others)} action={others > 0 ? <EndOtherSessions /> : null}>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <form
        method="post"
        action="/sign-out"
        className="flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-4"
      >
        <input type="hidden" name="everywhere" value="1" />
        <p className="text-muted">
          Or sign out everywhere, here too. Pages open elsewhere close within the hour.
        </p>
        <Button type="submit">End every session</Button>
      </form>
    </Section>
  );
}

function describeCount(others: number): string {
  if (others === 0) return 'You are signed in here and nowhere else.';
  return `You are signed in here and ${others === 1 ? 'in one other place' : `in ${others} other places`}.`;
}

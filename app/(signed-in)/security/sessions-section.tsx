import { Button } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { LocalTime } from '@/components/ui/local-time';
import { TimeAgo } from '@/components/ui/time-ago';
import { formatAgo, type RenderedAt } from '@/lib/format-ago';
import type { ListedSession } from '@/lib/session/list-sessions';
import { endOtherSessionsAction, endSessionAction } from './actions';
import { Row, Section } from './section';

/** @param now ISO 8601. */
export function SessionsSection({ sessions, now }: { sessions: ListedSession[]; now: RenderedAt }) {
  const others = sessions.filter(({ isThisOne }) => !isThisOne).length;
  return (
    <Section
      id="sessions"
      title="Sessions"
      fact={describeCount(others)}
      action={others > 0 ? endOthers : null}
    >
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} />
        ))}
      </ul>
      {others > 0 ? (
        <form
          method="post"
          action="/sign-out"
          className="flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-4"
        >
          <input type="hidden" name="everywhere" value="1" />
          <p className="text-muted">Signs you out everywhere, including here.</p>
          <Button type="submit">End every session</Button>
        </form>
      ) : null}
    </Section>
  );
}

const endOthers = (
  <ButtonForm
    action={endOtherSessionsAction}
    variant="secondary"
    isWide
    label="End every other session"
    pendingLabel="Ending…"
  />
);

function describeCount(others: number): string {
  if (others === 0) return "You're signed in on this browser only.";
  const places = others === 1 ? 'one other' : `${others} others`;
  return `You're signed in on this browser and ${places}. Before we end another session, we may ask you to confirm it's you.`;
}

function SessionRow({ session, now }: { session: ListedSession; now: RenderedAt }) {
  const { id, device, location, signedInBy, firstSeenAt, lastSeenAt, isThisOne, isWaiting, isFromElsewhere } =
    session;
  const name = device ?? 'Unknown device';
  return (
    <Row
      icon={/(?:iPhone|iPad|Android)$/.test(name) ? 'phone' : 'computer'}
      title={
        <>
          <span className="font-semibold">{name}</span>
          {isThisOne ? <span className="tag ml-2">This browser</span> : null}
        </>
      }
      facts={
        <>
          {isThisOne ? (
            'Active now'
          ) : (
            <>
              Active <TimeAgo at={lastSeenAt} now={now} />
            </>
          )}
          {location ? ` · about ${location}` : ''}
          {' · '}
          Signed in{signedInBy ? ` ${signedInBy}` : ''} <LocalTime at={firstSeenAt} />
        </>
      }
      action={
        isThisOne ? null : (
          <ButtonForm
            action={endSessionAction}
            values={{ sessionId: id }}
            variant="secondary"
            label="Sign out"
            pendingLabel="Signing out…"
            name={`Sign out ${name}, active ${formatAgo(lastSeenAt, now)}`}
          />
        )
      }
    >
      {isWaiting ? <p className="text-warning">Hasn't entered a code from your authenticator.</p> : null}
      {isFromElsewhere ? (
        <p className="text-warning">Not opened by this site, so it has no access here.</p>
      ) : null}
    </Row>
  );
}

import { LocalTime } from '@/components/local-time';
import type { ListedSession } from '@/lib/auth/session/list-sessions';
import { EndSession } from './end-session';

export function SessionRow({ session }: { session: ListedSession }) {
  const { id, device, signedInBy, firstSeenAt, lastSeenAt, isThisOne, isWaiting, isFromElsewhere } = session;
  const name = device ?? 'Unknown device';
  const aboutId = `session-${id}`;
  return (
    <li className="grid gap-2 py-3 wide:grid-cols-[1fr_auto] wide:items-center wide:gap-4">
      <div>
        <p>
          <span className="font-semibold">{name}</span>
          {isThisOne ? (
            <span className="ml-2 rounded-control bg-sunken px-2 text-small">This device</span>
          ) : null}
        </p>
        <p id={aboutId} className="text-muted">
          Signed in{signedInBy ? ` ${signedInBy}` : ''} <LocalTime at={firstSeenAt} />. Last seen{' '}
          <LocalTime at={lastSeenAt} />.
        </p>
        {isWaiting ? <p className="text-warning">Has not given a code of your authenticator.</p> : null}
        {isFromElsewhere ? (
          <p className="text-warning">Not opened by this site, so it sees and changes nothing here.</p>
        ) : null}
      </div>
      {isThisOne ? null : <EndSession id={id} name={name} describedBy={aboutId} />}
    </li>
  );
}

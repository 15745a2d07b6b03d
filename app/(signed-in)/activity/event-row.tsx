import { TimeOfDay } from '@/components/ui/local-time';
import type { ActivityEvent } from '@/lib/activity/list-activity';
import { environment } from '@/lib/env';
import type { RenderedAt } from '@/lib/format-time';
import { shortenAddress } from '@/lib/shorten';
import { describeEvent } from './describe-event';

type EventRowProps = {
  event: ActivityEvent;
  now: RenderedAt;
};

/** Pressing a wallet shows its full address. */
export function EventRow({ event, now }: EventRowProps) {
  const { kind, address, details, device, createdAt } = event;
  return (
    <li className="grid gap-x-4 py-2 wide:grid-cols-[1fr_auto]">
      {address ? (
        <WalletEvent event={event} address={address} />
      ) : (
        <p className="flex min-h-11 items-center gap-2 [overflow-wrap:anywhere]">
          {kind === 'sign_in_refused' ? <RefusedMark /> : null}
          {describeEvent(kind, null, { ...details, siteName: environment().branding.siteName })}
        </p>
      )}
      <p className="pb-2 text-small text-muted wide:pt-3 wide:text-right">
        <TimeOfDay at={createdAt} now={now} />
        {device ? ` · ${device}` : ''}
      </p>
    </li>
  );
}

/** Decorative: the sentence says the same. */
function RefusedMark() {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-full border border-warning text-small font-bold text-warning"
    >
      !
    </span>
  );
}

/** Placeholder for the wallet in a sentence. No label contains NUL. */
const wallet = '\0';

function WalletEvent({ event, address }: { event: ActivityEvent; address: string }) {
  const [before, after] = describeEvent(event.kind, wallet, event.details).split(wallet);
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer list-none items-center [&::-webkit-details-marker]:hidden">
        <span className="[overflow-wrap:anywhere]">
          {before}
          {event.label ? (
            <bdi className="ruled font-semibold">{event.label}</bdi>
          ) : (
            <span className="ruled font-mono text-[14px]">{shortenAddress(address)}</span>
          )}
          {after}
        </span>
      </summary>
      <code className="block pb-2 font-mono text-small break-all select-all">{address}</code>
    </details>
  );
}

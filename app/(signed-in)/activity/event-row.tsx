import { LocalTime } from '@/components/local-time';
import type { ActivityEvent } from '@/lib/activity/list-activity';
import { shortenAddress } from '@/lib/shorten-address';
import { describeEvent } from './describe-event';

/** One event: what, when, and from what device. A press on an address shows the whole of it. */
export function EventRow({ event }: { event: ActivityEvent }) {
  const { kind, address, details, device, createdAt } = event;
  return (
    <li className="grid gap-x-4 py-2 wide:grid-cols-[1fr_auto]">
      {address ? (
        <WalletEvent kind={kind} address={address} />
      ) : (
        <p className="flex min-h-11 items-center [overflow-wrap:anywhere]">
          {describeEvent(kind, null, details)}
        </p>
      )}
      <p className="pb-2 text-small text-muted wide:pt-3 wide:text-right">
        <LocalTime at={createdAt} />
        {device ? ` · ${device}` : ''}
      </p>
    </li>
  );
}

function WalletEvent({ kind, address }: { kind: string; address: string }) {
  const short = shortenAddress(address);
  const [before, after] = describeEvent(kind, short).split(short);
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer list-none items-center [&::-webkit-details-marker]:hidden">
        <span>
          {before}
          <span className="ruled font-mono text-[14px]">{short}</span>
          {after}
        </span>
      </summary>
      <code className="block pb-2 font-mono text-small break-all select-all">{address}</code>
    </details>
  );
}

import { SkeletonRows } from '@/components/ui/skeleton';

export default function LoadingActivity() {
  return (
    <>
      <h1>Activity</h1>
      <p className="mt-1 mb-4 text-muted">
        What happened on your account. Nothing here can be changed.{' '}
        {/* The place of the sentence about mails, of which this is the usual one. */}
        <span className="invisible">We also email you about important changes.</span>
      </p>
      <SkeletonRows count={5} row={eventOutline} />
    </>
  );
}

/** As tall as an `EventRow`. */
const eventOutline = (
  <div className="grid gap-x-4 py-2 wide:grid-cols-[1fr_auto]">
    <div className="flex min-h-11 items-center">
      <div className="h-3.5 w-48 rounded-control bg-sunken" />
    </div>
    <div className="flex h-[26px] items-start pt-1 wide:h-auto wide:items-center wide:pt-0">
      <div className="h-3 w-32 rounded-control bg-sunken" />
    </div>
  </div>
);

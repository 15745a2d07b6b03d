import { Button } from '@/components/ui/button';
import type { DescribedRequest } from '@/lib/apps/describe-request';

type AnotherAccountProps = {
  account: DescribedRequest['account'];
  /** The request's path; null in a trial, which has one account. */
  path: string | null;
};

export function AnotherAccount({ account, path }: AnotherAccountProps) {
  return (
    <form
      method="post"
      action={path ? `${path}/another-account` : undefined}
      className="flex flex-wrap items-center justify-between gap-x-3 rounded-control border border-hairline bg-surface px-3.5 py-1"
    >
      <p className="min-w-0 py-2">
        <span className="text-muted">As </span>
        <span className="font-semibold [overflow-wrap:anywhere]">
          {account.email ?? account.displayName ?? `Account ${account.code}`}
        </span>
      </p>
      <Button type="submit" variant="quiet" disabled={!path} className="-mx-3.5 forced-colors:mx-0">
        Use another account
      </Button>
    </form>
  );
}

import type { Metadata } from 'next';
import { Button } from '@/components/ui/button';
import { requireViewer } from '@/lib/auth/viewer';
import { readAccountCode } from '@/lib/proofs/read-account';
import { describeError } from '@/lib/result';
import type { SearchParams } from '@/lib/search-params';
import { DeleteSection } from './delete-section';
import { ExportSection } from './export-section';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer('/account');
  const account = await readAccountCode(viewer);
  return (
    <>
      <h1 className="mb-6">Account</h1>
      <div className="divide-y divide-hairline border-y border-hairline">
        <section className="py-4">
          <h2>Sign-in address</h2>
          <p className="text-muted">{viewer.email}</p>
        </section>
        <section className="py-4">
          <h2>Account ID</h2>
          <p>
            {account.ok ? (
              <code className="font-mono">{account.code}</code>
            ) : (
              describeError(account.code).title
            )}
          </p>
          <p className="text-muted">
            Statements that you sign, and your public proofs, name this account by it.
          </p>
        </section>
        <section className="grid gap-4 py-4 wide:grid-cols-[1fr_auto] wide:items-center">
          <div className="max-w-[52ch]">
            <h2>Sessions</h2>
            <p className="text-muted">
              Ends every session of this account, this one too. Other devices notice within the hour.
            </p>
          </div>
          <form method="post" action="/sign-out">
            <input type="hidden" name="everywhere" value="1" />
            <Button type="submit">End every session</Button>
          </form>
        </section>
        <ExportSection searchParams={searchParams} />
        <DeleteSection />
      </div>
    </>
  );
}

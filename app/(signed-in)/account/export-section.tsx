import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';

/** What the file's address sends back here with. Nobody can have the page say anything else by a link. */
const exportProblems = ['account.too_many_exports', 'backend.unavailable', 'request.unexpected'] as const;

/** Everything that is held, as a file. A plain form: the browser downloads what it answers. */
export async function ExportSection({ searchParams }: { searchParams: SearchParams }) {
  const problem = await readParam(searchParams, 'export-problem');
  const wait = Number(await readParam(searchParams, 'wait'));
  return (
    <section id="export" className="grid gap-4 py-4 wide:grid-cols-[1fr_auto] wide:items-center">
      <div className="max-w-[52ch]">
        <h2>Export</h2>
        <p className="text-muted">
          Everything we hold about you, as one JSON file: wallets and their history, proofs with the exact
          bytes that were signed, sessions and activity. Anybody can check the proofs in it again.
        </p>
      </div>
      <form method="post" action="/account/export">
        <input type="hidden" name="format" value="json" />
        <Button type="submit">Export everything</Button>
      </form>
      {isExportProblem(problem) ? (
        <div className="wide:col-span-2">
          <Problem problem={describeError(problem, wait)} />
        </div>
      ) : null}
    </section>
  );
}

function isExportProblem(code: string | undefined): code is (typeof exportProblems)[number] {
  return exportProblems.some((one) => one === code);
}
